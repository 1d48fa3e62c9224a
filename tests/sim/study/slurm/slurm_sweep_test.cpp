// A sweep on a real Slurm, a cluster of this machine alone, which loses a worker, its controller and its nodes on the
// way.
#include "tests/sim/cli/swept.hpp"
#include "tests/sim/study/slurm/cluster.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <future>

namespace daruma::test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

class SlurmSweep : public OnSlurm {
protected:
  Answer sweep(const std::string& out, const std::string& engine, int replicas = 100) const {
    return call("sweep '" + scenario("policies/slide-one-node") +
                    "' --fidelity fast --vary /jobs/0/arguments/method=0d,1d --set /jobs/0/arguments/steps=400000 "
                    "--replicas " +
                    std::to_string(replicas) + " --metric heat.makespan_s --out '" + (folder_ / out).string() +
                    "' --engine " + engine,
                in_cluster());
  }

  /// Has a task handed in its run, in the database or yet beside it?
  bool has_rows(const std::string& out) const {
    const auto rows = folder_ / out / "slurm/pieces";
    return runs_in(folder_ / out / "sweep.sqlite") > 0 ||
           (std::filesystem::exists(rows) && !std::filesystem::is_empty(rows));
  }
  /// To a process that works on that sweep, by the last of its words. A task lives for some tens of ms: to be seen it
  /// has to be looked for without pause.
  bool send(int signal, const std::string& out, const std::string& last_word) const {
    const std::string end = "\0"s + last_word + "\0"s;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const int process = std::atoi(entry.path().filename().c_str());
      if (process == 0) continue;
      const std::string words = read(entry.path() / "cmdline");
      const bool is_last = words.size() > end.size() && words.compare(words.size() - end.size(), end.size(), end) == 0;
      if (is_last && words.find((folder_ / out).string()) != std::string::npos) return kill(process, signal) == 0;
    }
    return false;
  }

  /// Of the sweep that was called last.
  void wait_for_complaint(std::future<Answer>& answer) const {
    const auto pause = std::chrono::milliseconds(50);
    while (read(folder_ / "err").empty() && answer.wait_for(pause) != std::future_status::ready) {}
  }
};

TEST_F(SlurmSweep, HasEveryRowOnceThoughAWorkerIsKilledAndTheControllerStartedAnew) {
  const auto file = folder_ / "there/sweep.sqlite";
  auto answer = std::async(std::launch::async, [this] { return sweep("there", "slurm"); });
  const auto is_over = [&] { return answer.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready; };
  while (!has_rows("there") && !is_over()) {}
  bool is_killed = false;
  while (!is_killed && !is_over()) is_killed = send(SIGKILL, "there", "--task");
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

TEST_F(SlurmSweep, SaysThatItWaitsForDrainedNodesEndsByCtrlCAndGoesOnOnceTheyAreBack) {
  ASSERT_TRUE(is_so("scontrol update NodeName=n[1-2] State=DRAIN Reason='a test'"));
  auto first = std::async(std::launch::async, [this] { return sweep("there", "slurm", 5); });
  wait_for_complaint(first);
  EXPECT_TRUE(send(SIGINT, "there", "slurm"));
  EXPECT_EQ(first.get().status, 128 + SIGINT);
  EXPECT_FALSE(is_so("squeue --noheader | grep .")) << "it takes its tasks back";
  EXPECT_EQ(runs_in(folder_ / "there/sweep.sqlite"), 0);
  std::filesystem::remove(folder_ / "err");
  auto second = std::async(std::launch::async, [this] { return sweep("there", "slurm", 5); });
  wait_for_complaint(second);
  EXPECT_TRUE(is_so("scontrol update NodeName=n[1-2] State=RESUME"));
  const Answer answer = second.get();
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.err, testing::StartsWith("daruma: none of the tasks of Slurm's job "));
  EXPECT_THAT(answer.err, HasSubstr("; all nodes of partition main are out of service: n[1-2] drained (a test). An "
                                    "administrator brings them back: scontrol update NodeName=n[1-2] State=RESUME"));
  EXPECT_EQ(runs_in(folder_ / "there/sweep.sqlite"), 10);
}

} // namespace
} // namespace daruma::test
