// Stacks of their own: exceptions pass through, whoever overflows one faults, however many there are.
#include "sim/mpi/process/stack.hpp"
#include "tests/sim/mpi/old_kernel.hpp"

#include <csignal>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>

namespace daruma::mpi::test {
namespace {

constexpr std::size_t size = 256 << 10;

/// Calls `innermost` on the last of so many stacks, each called from the one before.
void nest(int depth, const std::function<void()>& innermost) {
  run_on_stack(size, [&] { depth > 1 ? nest(depth - 1, innermost) : innermost(); });
}

/// Writes to the stack that is in use, from here downwards.
void overflow() {
  char here = 0;
  const volatile char* const top = &here;
  for (std::size_t below = 0; below < size; below += 1024) *const_cast<volatile char*>(top - below) = 1;
}

TEST(Stack, LetsExceptionsPass) {
  const auto owned = std::make_shared<int>(0);
  try {
    nest(3, [copy = owned] { throw std::runtime_error("thrown on the third"); });
    FAIL();
  } catch (const std::runtime_error& error) { EXPECT_STREQ(error.what(), "thrown on the third"); }
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(Stack, IsAnotherOne) {
  const auto frame = [] { return static_cast<const char*>(__builtin_frame_address(0)); };
  const char* inside = nullptr;
  run_on_stack(size, [&] { inside = frame(); });
  EXPECT_GT(std::abs(inside - frame()), static_cast<std::ptrdiff_t>(size));
}

void overflow_the_first_after_using(int stacks) {
  run_on_stack(size, [stacks] {
    nest(stacks, [] {});
    overflow();
  });
}

TEST(StackDeathTest, FaultsWhereItEndsWhateverTheKernel) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer tells of faults itself";
#endif
  constexpr int more_than_guards_in_mappings = 20'000;
  EXPECT_EXIT(overflow_the_first_after_using(1), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(overflow_the_first_after_using(more_than_guards_in_mappings), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT((pretend_old_kernel(), overflow_the_first_after_using(1)), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT((pretend_old_kernel(), overflow_the_first_after_using(more_than_guards_in_mappings)),
              testing::KilledBySignal(SIGSEGV), "");
}

} // namespace
} // namespace daruma::mpi::test
