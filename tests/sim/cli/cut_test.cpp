// Runs that end before their simulated systems do: at a time that was asked for, or by a signal.
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace daruma::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The program while it runs; what it says on standard error goes into a file.
class Background {
public:
  Background(std::filesystem::path err, std::vector<std::string> words) : err_(std::move(err)), process_(fork()) {
    if (process_ != 0) return;
    std::vector<char*> pointers{const_cast<char*>(DARUMA_PROGRAM)};
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    signal(SIGINT, SIG_DFL); // a shell's background jobs ignore it
    const bool is_led = freopen("/dev/null", "w", stdout) != nullptr && freopen(err_.c_str(), "w", stderr) != nullptr;
    if (is_led) execv(DARUMA_PROGRAM, pointers.data());
    _exit(99);
  }

  std::string said() const { return read(err_); }
  /// Whether it says so within a minute.
  bool says(const std::string& text) const {
    for (int tenths = 0; tenths < 600 && said().find(text) == std::string::npos; ++tenths) usleep(100'000);
    return said().find(text) != std::string::npos;
  }
  void send(int number) const { kill(process_, number); }
  /// Waits for the end of the program; the status is waitpid's.
  int wait() const {
    int status = 0;
    waitpid(process_, &status, 0);
    return status;
  }

private:
  std::filesystem::path err_;
  pid_t process_;
};

class Cut : public CommandLine {
protected:
  nlohmann::json result(const std::string& out) const {
    return nlohmann::json::parse(read(folder_ / out / "result.json"));
  }
};

TEST_F(Cut, ComesAtTheTimeThatWasAskedFor) {
  const Answer answer = call("run thousand-ranks --until 1.5s --out cut");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, StartsWith("cut at 1.5 s by --until: "));
  EXPECT_THAT(answer.out, HasSubstr("open   loop.finished is true: the run was cut\n"));
  const auto json = result("cut");
  EXPECT_EQ(json["cut"], (nlohmann::json{{"at_s", 1.5}, {"by", "--until"}}));
  EXPECT_EQ(json["jobs"][0]["reason"], "it was running when the run was cut by --until");
  EXPECT_EQ(json["metrics"]["loop.deaths"], 5);
  EXPECT_EQ(json["metrics"]["loop.makespan_s"], 1.5);
  EXPECT_EQ(json["events"].back()["kind"], "cut");
}

TEST_F(Cut, LeavesWhatTheWholeRunRecordsUntilThen) {
  const auto events = [this](const std::string& flags) {
    return nlohmann::json::parse(call("run quickstart --json " + flags).out)["events"];
  };
  const auto whole = events("");
  auto cut = events("--until 0.7s");
  ASSERT_GT(cut.size(), 10U);
  cut.erase(cut.size() - 1); // the cut itself
  const auto count = static_cast<std::ptrdiff_t>(cut.size());
  EXPECT_EQ(cut, nlohmann::json(nlohmann::json::array_t(whole.begin(), whole.begin() + count)));
  EXPECT_GT(whole[cut.size()]["time_s"], 0.7);
}

TEST_F(Cut, NeverComesToARunThatEndsBefore) {
  const Answer answer = call("run quickstart --json --until 1h");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, call("run quickstart --json").out);
}

TEST_F(Cut, IsOfSingleRunsWithRanks) {
  const auto error = [this](const std::string& flags) {
    const Answer answer = call("run quickstart " + flags);
    EXPECT_EQ(answer.status, 2) << flags;
    return answer.err;
  };
  EXPECT_THAT(error("--until soon"), HasSubstr("--until takes a time above 0, such as 90s, got \"soon\""));
  EXPECT_THAT(error("--until 0s"), HasSubstr("a time above 0"));
  EXPECT_THAT(error("--until 1s --replicas 2"), HasSubstr("--until is of a single run"));
  const Answer fast = call("run spare-stencil --progress --fidelity fast");
  EXPECT_EQ(fast.status, 2);
  EXPECT_THAT(fast.err, HasSubstr("--progress is of runs with ranks and of centres"));
  EXPECT_THAT(error("--progress --on openmpi"), HasSubstr("--progress is of simulations"));
}

/// Of its nodes' time nothing is lost, and who had not ended is not among the jobs.
TEST_F(Cut, OfACentreTellsOfThoseThatHadEnded) {
  const Answer whole = call("run centre --fidelity fast --json");
  const Answer cut = call("run centre --fidelity fast --until 2d --out cut");
  EXPECT_EQ(cut.status, 0) << cut.err;
  EXPECT_THAT(cut.out, StartsWith("cut at 172800 s by --until: "));
  const auto metrics = result("cut")["metrics"];
  EXPECT_GT(metrics["jobs"], 10);
  EXPECT_LT(metrics["jobs"], nlohmann::json::parse(whole.out)["metrics"]["jobs"]);
  EXPECT_GT(metrics["unfinished_node_h"], 0);
  double sum = 0;
  for (const auto& [name, value] : metrics.items())
    if (name.find("_node_h") != std::string::npos && name != "capacity_node_h") sum += value.get<double>();
  EXPECT_NEAR(sum, metrics["capacity_node_h"], 1e-6 * sum);
  std::istringstream rows(read(folder_ / "cut" / "jobs.csv"));
  int count = -1; // the head
  for (std::string row; std::getline(rows, row);) ++count;
  EXPECT_EQ(count, metrics["jobs"]);
}

TEST_F(Cut, BySignalKeepsWhatWasRecorded) {
  const std::vector<std::pair<int, std::string>> signals{{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}};
  for (const auto& [number, name] : signals) {
    const Background run(folder_ / name,
                         {"run", scenario("thousand-ranks"), "--set", "/jobs/0/arguments/iterations=100000", "--out",
                          (folder_ / "stopped").string(), "--progress"});
    EXPECT_TRUE(run.says(" MiB, 1 job left\n"));
    run.send(number);
    const int status = run.wait();
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + number) << run.said();
    EXPECT_THAT(run.said(), HasSubstr("daruma: " + name + " stopped the run at "));
    const auto json = result("stopped");
    EXPECT_EQ(json["cut"]["by"], name);
    EXPECT_EQ(json["jobs"][0]["end_s"], json["cut"]["at_s"]);
    EXPECT_TRUE(nlohmann::json::accept(read(folder_ / "stopped" / "trace.json")));
    EXPECT_THAT(read(folder_ / "stopped" / "table.txt"), StartsWith("cut at "));
  }
}

/// Sessions of a microsecond: millions of timers are pending when it is cut.
TEST_F(Cut, IsToldOfWhereARunTakesLongAndLeavesWhatWasToCome) {
  const Background run(folder_ / "said", {"run", scenario("store-take"), "--set", "/tree_store/session_timeout=1us",
                                          "--out", (folder_ / "stopped").string()});
  EXPECT_TRUE(run.says("Ctrl-C ends the run with what it has recorded"));
  EXPECT_THAT(run.said(),
              HasSubstr("store-take.json: /tree_store/session_timeout: 6.3e+07 pings of sessions a simulated "
                        "second: this computer takes 63 s for each, or more"));
  run.send(SIGINT);
  const int status = run.wait();
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT) << run.said();
  EXPECT_EQ(result("stopped")["cut"]["by"], "SIGINT");
}

TEST_F(Cut, IsByTheClockWhereTimesAreTooLongForWhatIsToCome) {
  const Answer answer = call("run which-router --set '/machine/link/latency=1e6s' --out stuck");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, HasSubstr("simulated time does not go on from "));
  EXPECT_FALSE(result("stuck")["jobs"][0]["finished"]);
}

TEST_F(Cut, ByTheClockDestroysNothingOfWhatWasUnderWay) {
  const Answer answer = call("run store-operations --set /tree_store/per_request=9y --out stuck");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, HasSubstr("simulated time does not go on from "));
  EXPECT_THAT(answer.err, Not(HasSubstr("crashed")));
}

/// No more workers are started, of which each would take the processor from the one that starts them.
TEST_F(Cut, OfAnExplorationComesThoughManyWorkersAreToBeStarted) {
  const Background run(folder_ / "said", {"explore", scenario("every-death/spare-nodes"), "--deaths", "2", "--cases",
                                          "100000", "--workers", "1000", "--out", (folder_ / "tried").string()});
  sleep(1);
  const auto begin = std::chrono::steady_clock::now();
  run.send(SIGINT);
  EXPECT_EQ(WEXITSTATUS(run.wait()), 128 + SIGINT) << run.said();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(6));
}

TEST_F(Cut, OfManyReplicasKeepsThoseThatWereMade) {
  const Background run(folder_ / "said", {"run", scenario("centre-failures"), "--fidelity", "fast", "--replicas",
                                          "1000000", "--out", (folder_ / "some").string()});
  sleep(2);
  run.send(SIGINT);
  EXPECT_EQ(WEXITSTATUS(run.wait()), 128 + SIGINT) << run.said();
  EXPECT_THAT(run.said(), HasSubstr("SIGINT ended the run before all 1000000 replicas were made"));
  const auto json = result("some");
  EXPECT_EQ(json["cut"], (nlohmann::json{{"replicas_asked", 1000000}, {"by", "SIGINT"}}));
  const double made = json["metrics"]["replicas"];
  EXPECT_GT(made, 2);
  EXPECT_LT(made, 1000000);
  EXPECT_THAT(read(folder_ / "some" / "table.txt"), StartsWith("cut by SIGINT: metrics are means of "));
  const Answer page = call("report some");
  EXPECT_EQ(page.status, 0) << page.err;
}

/// An argument of a program is a file that it makes when it begins what does not end.
class CutProgram : public Cut {
protected:
  /// What follows MPI_Init in main.
  void compile(const std::string& body) const {
    std::ofstream(folder_ / "deaf.c") << "#include <mpi.h>\n#include <stdio.h>\n"
                                         "int main(int c, char** v) { MPI_Init(&c, &v); " +
                                             body + " }\n";
    std::ofstream(folder_ / "deaf.json") << R"({"name": "deaf", "machine": "laptop", "jobs": [{"name": "deaf",)"
                                            R"("program": "deaf.so", "ranks": 2, "arguments": [")" +
                                                begun_.string() + R"("]}]})";
    const Answer compiled = call("cc deaf.c -o deaf.so");
    ASSERT_EQ(compiled.status, 0) << compiled.err;
  }
  Background start(const std::string& command) const {
    return {folder_ / "said", {command, (folder_ / "deaf.json").string(), "--out", (folder_ / "deaf").string()}};
  }
  void wait_until_begun() const {
    while (!exists(begun_)) usleep(10'000);
  }

  const std::filesystem::path begun_ = folder_ / "begun";
};

TEST_F(CutProgram, EndsAnExplorationWhoseFirstRunDoesNotEnd) {
  compile("fclose(fopen(v[1], \"w\")); for (;;) MPI_Barrier(MPI_COMM_WORLD);");
  const Background exploration = start("explore");
  wait_until_begun();
  exploration.send(SIGINT);
  EXPECT_EQ(WEXITSTATUS(exploration.wait()), 128 + SIGINT);
  EXPECT_THAT(exploration.said(), HasSubstr("nothing was tried"));
}

TEST_F(CutProgram, GivesUpTheCasesThatAreBeingTried) {
  compile("for (volatile long n = 0; n < 300000000; ++n) {}\n" // so that its cases have long, 20 times as much
          "MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n"
          "if (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS) return MPI_Finalize();\n"
          "fclose(fopen(v[1], \"w\")); for (volatile long n = 0;; ++n) {}");
  const Background exploration = start("explore");
  wait_until_begun();
  const auto begin = std::chrono::steady_clock::now();
  exploration.send(SIGINT);
  EXPECT_EQ(WEXITSTATUS(exploration.wait()), 128 + SIGINT);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8)) << "a case has 10 s or more";
  EXPECT_THAT(exploration.said(), HasSubstr("the answer is of the cases counted until then"));
  EXPECT_TRUE(exists(folder_ / "deaf" / "explore.html"));
}

TEST_F(CutProgram, ByASecondSignalIsTheEnd) {
  compile("char made[4096]; snprintf(made, sizeof made, \"%s.made\", v[1]); fclose(fopen(made, \"w\"));\n"
          "rename(made, v[1]); for (volatile long n = 0;; ++n) {}"); // which takes no time, so that no step follows
  const Background run = start("run");
  wait_until_begun();
  run.send(SIGINT);
  EXPECT_TRUE(run.says("once more ends it at once"));
  run.send(SIGINT);
  const int status = run.wait();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
  EXPECT_FALSE(exists(folder_ / "deaf" / "result.json"));
}

} // namespace
} // namespace daruma::test
