// A sweep on a real Slurm, a cluster of this machine alone, which loses a worker and its controller on the way.
#include "tests/cli/command_line.hpp"
#include "tests/cli/swept.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <future>
#include <unistd.h>

namespace daruma::test {
namespace {

using namespace std::string_literals;

class SlurmSweep : public CommandLine {
protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "a cluster on this machine needs root";
    if (std::system("PATH=$PATH:/usr/sbin command -v slurmctld slurmd munged >/dev/null") != 0)
      GTEST_SKIP()
          << "no Slurm here; Debian: apt-get install slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge";
    ASSERT_TRUE(cluster("up"));
  }
  ~SlurmSweep() override {
    if (std::filesystem::exists(folder_ / "cluster")) cluster("down");
  }

  bool cluster(const std::string& order) const {
    return is_done("'" DARUMA_SOURCE_DIR "/tests/slurm/one_machine_cluster.sh' '" + (folder_ / "cluster").string() +
                   "' " + order);
  }
  static bool is_done(const std::string& command) { return std::system(command.c_str()) == 0; }

  Answer sweep(const std::string& out, const std::string& engine) const {
    return call("sweep '" + scenario("policies/slide-one-node") +
                    "' --fidelity fast --vary /jobs/0/arguments/method=0d,1d --set /jobs/0/arguments/steps=400000 "
                    "--replicas 100 --metric heat.makespan_s --out '" +
                    (folder_ / out).string() + "' --engine " + engine,
                "SLURM_CONF='" + (folder_ / "cluster/slurm.conf").string() + "'");
  }

  /// Has a task handed in its run, in the database or yet beside it?
  bool has_rows(const std::string& out) const {
    const auto rows = folder_ / out / "slurm/rows";
    return runs_in(folder_ / out / "sweep.sqlite") > 0 ||
           (std::filesystem::exists(rows) && !std::filesystem::is_empty(rows));
  }
  /// A task lives for some tens of ms: to be seen it has to be looked for without pause.
  bool kill_a_task(const std::string& out) const {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const int process = std::atoi(entry.path().filename().c_str());
      if (process == 0) continue;
      const std::string words = read(entry.path() / "cmdline");
      if (words.find((folder_ / out).string()) != std::string::npos && words.find("\0--task"s) != std::string::npos)
        return kill(process, SIGKILL) == 0;
    }
    return false;
  }
};

TEST_F(SlurmSweep, HasEveryRowOnceThoughAWorkerIsKilledAndTheControllerStartedAnew) {
  const auto file = folder_ / "there/sweep.sqlite";
  auto answer = std::async(std::launch::async, [this] { return sweep("there", "slurm"); });
  const auto is_over = [&] { return answer.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready; };
  while (!has_rows("there") && !is_over()) {}
  bool is_killed = false;
  while (!is_killed && !is_over()) is_killed = kill_a_task("there");
  EXPECT_TRUE(is_killed);
  const int before = runs_in(file);
  ASSERT_TRUE(cluster("restart"));
  EXPECT_LT(before, 200);
  const Answer there = answer.get();
  ASSERT_EQ(there.status, 0) << there.err;
  ASSERT_EQ(sweep("here", "local").status, 0);
  EXPECT_EQ(runs_in(file), 200);
  EXPECT_EQ(rows_of(file), rows_of(folder_ / "here/sweep.sqlite"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "there/slurm"));
}

} // namespace
} // namespace daruma::test
