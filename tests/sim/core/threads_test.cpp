// The same work on several threads at once.
#include "sim/core/threads.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <sys/resource.h>
#include <vector>

namespace daruma {
namespace {

TEST(OnThreads, DoesEachPartOnceAndThrowsWhatOneThrew) {
  std::vector<int> done(50, 0);
  on_threads(50, [&done](int number) { ++done[static_cast<std::size_t>(number)]; });
  EXPECT_EQ(done, std::vector<int>(50, 1));
  const auto fail = [](int number) {
    if (number == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(on_threads(5, fail), std::runtime_error);
}

/// Ends this process, in which a limit of addresses stays.
[[noreturn]] void do_all_with_few_threads() {
  constexpr rlim_t few = 512U << 20;
  const rlimit limit{few, few};
  ::setrlimit(RLIMIT_AS, &limit);
  std::vector<int> done(1024, 0);
  on_threads(1024, [&done](int number) { ++done[static_cast<std::size_t>(number)]; });
  std::exit(done == std::vector<int>(1024, 1) ? 0 : 1);
}

TEST(OnThreads, DoesAllWhereTheSystemHasFewThreads) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer has more addresses than the limit";
#endif
  EXPECT_EXIT(do_all_with_few_threads(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace daruma
