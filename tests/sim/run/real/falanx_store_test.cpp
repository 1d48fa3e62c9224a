// Falanx with its highly available scheduler for real: an MPI that survives failures, and three servers of ZooKeeper
// (tests/sim/treestore/with_zookeeper.sh --revive) that are killed.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

namespace daruma::hosting::test {
namespace {

const std::string for_real = " --json --on openmpi --runner '" DARUMA_RUNNER "'";
constexpr int servers = 3;

std::string answer_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(("bash -c '" + command + "' 2>/dev/null").c_str(), "r");
  for (int byte; (byte = fgetc(pipe)) != EOF;) text += static_cast<char>(byte);
  pclose(pipe);
  return text;
}

bool has_ulfm() { return answer_of("\"" DARUMA_RUNNER "\" about").find("ulfm=1") != std::string::npos; }

/// "leader" or "follower"; nothing of a server that does not serve.
std::string mode_of(int server) {
  std::string all = std::getenv("DARUMA_ZOOKEEPER");
  for (int before = 1; before < server; ++before) all.erase(0, all.find(',') + 1);
  const std::string port = all.substr(all.find(':') + 1, all.find(',') - all.find(':') - 1);
  const std::string mode = answer_of("exec 3<>/dev/tcp/127.0.0.1/" + port + "; echo srvr >&3; timeout 2 cat <&3");
  const auto begin = mode.find("Mode: ");
  return begin == std::string::npos ? "" : mode.substr(begin + 6, mode.find('\n', begin) - begin - 6);
}

/// The number of a server that is that, as soon as all three serve; 0 if they do not at any of many looks.
int await_all_and_find(const std::string& mode) {
  for (int looks = 0; looks < 200; ++looks) {
    int found = 0;
    int serving = 0;
    for (int server = 1; server <= servers; ++server) {
      const std::string its = mode_of(server);
      serving += !its.empty();
      if (its == mode) found = server;
    }
    if (serving == servers && found > 0) return found;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return 0;
}

/// Kills a server of the store by SIGKILL.
void kill_server(int server) {
  int process = 0;
  std::ifstream(std::getenv("DARUMA_ZOOKEEPER_STATE") + ("/" + std::to_string(server) + "/pid")) >> process;
  ASSERT_GT(process, 0);
  ASSERT_EQ(kill(process, SIGKILL), 0);
}

/// Tasks for 14 s, which lose a worker after 9.
constexpr const char* scenario = R"({"name": "p", "jobs": [{"name": "p", "model": "falanx-sleep", "ranks": 8,
  "arguments": {"tasks": 280, "length": "200ms", "workers": 4, "data_nodes": 2, "watchdogs": 1, "servers": 0,
  "scheduler": "SCHEDULER"}}], "tree_store": {"nodes": [0, 0, 0]}, "machine": {"cores": 11},
  "events": [{"at": "9s", "kill": "p", "ranks": [7]}]})";

class RealFalanxOnStore : public testing::TestWithParam<const char*> {};

TEST_P(RealFalanxOnStore, CompletesAllTasksThoughAServerTheLeaderAndAWorkerAreKilled) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI does not survive the death of a process; Open MPI 5 does";
  const Workbench bench;
  std::string text = scenario;
  text.replace(text.find("SCHEDULER"), 9, GetParam());
  bench.write("p.json", text);
  ASSERT_GT(await_all_and_find("leader"), 0);
  auto answer = std::async(std::launch::async, [&bench] { return bench.call("run p.json" + for_real); });
  std::this_thread::sleep_for(std::chrono::seconds(3)); // it is at work
  kill_server(await_all_and_find("follower"));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const int leader = await_all_and_find("leader");
  ASSERT_GT(leader, 0) << "the server that was killed did not come back";
  if (answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    const Answer early = answer.get();
    ASSERT_EQ(early.status, 0) << early.err;
    GTEST_SKIP() << "the job was over before the server had come back";
  }
  kill_server(leader);
  const Answer result = answer.get();
  ASSERT_EQ(result.status, 0) << result.err;
  const auto metrics = nlohmann::json::parse(result.out).at("metrics");
  EXPECT_EQ(metrics.at("p.completed"), 280);
  EXPECT_EQ(metrics.at("p.wrong"), 0);
  EXPECT_EQ(metrics.at("p.deaths"), 1);
  EXPECT_LE(metrics.at("p.failed"), 1);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, RealFalanxOnStore, testing::Values("ha", "ha-commit"), [](const auto& scheduler) {
  return std::string(scheduler.param) == "ha" ? "OneByOne" : "Together";
});

} // namespace
} // namespace daruma::hosting::test
