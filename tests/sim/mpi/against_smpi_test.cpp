// sim/mpi's times held against plain SMPI's: the same exchanges on the same machine, both with an eager limit.
#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>

namespace {

/// "exchange rank" -> seconds.
using Times = std::map<std::string, double>;

Times times_of(const char* program) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(program, "r"), pclose);
  Times times;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), line.size(), output.get())) {
    std::istringstream words(line.data());
    std::string exchange;
    std::string rank;
    double seconds = 0;
    words >> exchange >> rank >> seconds;
    times[exchange + " " + rank] = seconds;
  }
  return times;
}

} // namespace

TEST(AgainstSmpi, EveryRankIsDoneWithEveryExchangeAtTheSameTime) {
  const Times ours = times_of(EXCHANGES_SIM_MPI);
  const Times theirs = times_of(EXCHANGES_PLAIN_SMPI);
  ASSERT_EQ(ours.size(), 6U * 5U * 8U);
  ASSERT_EQ(ours.size(), theirs.size());
  const double precision = 1e-8; // SimGrid rounds times to a nanosecond, and does so several times an exchange
  for (const auto& [what, seconds] : ours) EXPECT_NEAR(seconds, theirs.at(what), precision) << what;
}
