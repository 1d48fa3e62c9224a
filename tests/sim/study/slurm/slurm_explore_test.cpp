// An exploration on a real Slurm, a cluster of this machine alone.
#include "tests/sim/study/slurm/cluster.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include <string>

namespace daruma::test {
namespace {

class SlurmExploration : public OnSlurm {
protected:
  Answer explore(const std::string& out, const std::string& engine) const {
    return call("explore '" + (folder_ / "p.json").string() + "' --deaths 2 --cases 16 --json --out '" +
                    (folder_ / out).string() + "' " + engine,
                in_cluster());
  }
};

TEST_F(SlurmExploration, FindsInTwoRoundsWhatItFindsOnThisComputer) {
  const std::string program = (folder_ / "p.so").string();
  ASSERT_EQ(call("cc -g '" DARUMA_SOURCE_DIR "/scenarios/programs/survivors.c' -o '" + program + "'").status, 0);
  std::ofstream(folder_ / "p.json") << R"({"name": "p", "machine": {"use": "laptop", "cores": 4},
      "runtime": "openmpi-5.0-ulfm", "jobs": [{"name": "p", "program": ")" +
                                           program + R"(", "ranks": 3}],
      "explore": {"answer": "any"}})";
  const Answer here = explore("here", "--workers 2");
  Answer there = explore("there", "--engine slurm");
  ASSERT_EQ(here.status, 1) << here.err;
  EXPECT_EQ(there.status, 1) << there.err;
  const std::string folder = (folder_ / "there").string();
  for (std::size_t at = 0; (at = there.out.find(folder)) != std::string::npos;)
    there.out.replace(at, folder.size(), (folder_ / "here").string());
  EXPECT_EQ(there.out, here.out);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "there/slurm"));
  EXPECT_EQ(explore("there", "--engine slurm --time 1min").status, 2) << "all tasks are begun at once";
}

} // namespace
} // namespace daruma::test
