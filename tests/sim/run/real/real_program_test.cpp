// A user's program for real: the twin of what runs in simulation, from the same sources and the same scenario.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>

namespace {

using daruma::hosting::test::Answer;
using daruma::hosting::test::Workbench;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr const char* without_ulfm = "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
const std::string for_real = " --on openmpi --runner '" DARUMA_RUNNER "'";
const std::string in_simulation;

bool has_ulfm() {
  static const bool has = [] {
    FILE* const pipe = popen("'" DARUMA_RUNNER "' about", "r");
    std::array<char, 4096> text{};
    fread(text.data(), 1, text.size() - 1, pipe);
    pclose(pipe);
    return std::string(text.data()).find("ulfm=1") != std::string::npos;
  }();
  return has;
}

class RealProgram : public testing::Test {
protected:
  /// Compiles `source` for both worlds; `rest` is added to the scenario.
  void put(const std::string& source, int ranks, const std::string& rest = "", const std::string& job = "") const {
    bench_.write("p.c", "#include <daruma.h>\n#include <mpi.h>\n#include <signal.h>\n#include <stdio.h>\n#include "
                        "<stdlib.h>\n#include <unistd.h>\n" +
                            source);
    bench_.write("p.json",
                 fmt::format(R"({{"name": "p", "machine": {{"use": "oakbridge-cx", "nodes": 2, "cores": 8}}, {}
                                           "jobs": [{{"name": "p", "program": "p.so", "ranks": {}{}}}]}})",
                             rest, ranks, job));
    for (const std::string& world : {in_simulation, for_real}) {
      const Answer compiled = bench_.call("cc p.c -o p.so" + world);
      ASSERT_EQ(compiled.status, 0) << compiled.err;
    }
  }

  json run(const std::string& world, int status = 0) const {
    const Answer answer = bench_.call("run p.json --json" + world);
    EXPECT_EQ(answer.status, status) << answer.err;
    return json::parse(answer.out, nullptr, false);
  }

  /// Open MPI and UCX tell a crash's stack on standard error.
  static bool is_of_a_stack(const std::string& line) {
    return !line.empty() && std::string("[= ").find(line.front()) != std::string::npos;
  }

  /// What each process printed or died of, process by process; the causes without their places.
  static std::vector<std::string> told(const json& result) {
    std::vector<std::string> all;
    for (const auto& event : result["events"]) {
      const std::string text = event.value("text", "");
      const std::string who = std::to_string(event.value("process", -1));
      const bool is_printed = event["kind"] == "print" || event["kind"] == "stderr";
      if (is_printed && !is_of_a_stack(text)) all.push_back(who + ": " + text);
      if (event["kind"] == "death") all.push_back(who + " died: " + text.substr(0, text.find(" at ")));
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::stoi(a) < std::stoi(b); });
    return all;
  }

  const Workbench bench_;
};

TEST_F(RealProgram, PrintsTheSameInBothWorldsWhereverItPrints) {
  put(R"(
    int main(int argc, char** argv) {
      int rank;
      printf("before\n");
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      printf("%d got %s\n", rank, argv[1]);
      fprintf(stderr, "error\n");
      MPI_Finalize();
      printf("no end");
      return 0;
    })",
      2, "", R"(, "arguments": ["two words"])");
  const json real = run(for_real);
  EXPECT_THAT(told(real), ElementsAre("0: before", "0: 0 got two words", "0: error", "0: no end", "1: before",
                                      "1: 1 got two words", "1: error", "1: no end"));
  EXPECT_EQ(told(real), told(run(in_simulation)));
  EXPECT_EQ(real["jobs"][0]["model"], "p.so");
  EXPECT_EQ(real["metrics"]["p.finished"], 1);
}

TEST_F(RealProgram, ComputesAsLongAsTheScenariosCoresWould) {
  put(R"(
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      daruma_compute(2e10);
      MPI_Finalize();
      return 0;
    })",
      1);
  const double real = run(for_real)["metrics"]["p.makespan_s"];
  const double simulated = run(in_simulation)["metrics"]["p.makespan_s"];
  EXPECT_GT(simulated, 0.1);
  EXPECT_GE(real, simulated - 1e-3);
  EXPECT_LT(real, simulated + 10) << "the work is not done over and over";
}

TEST_F(RealProgram, SpawnsItself) {
  put(R"(
    int main(int argc, char** argv) {
      MPI_Comm parent, children, merged;
      int rank, size;
      MPI_Init(&argc, &argv);
      MPI_Comm_get_parent(&parent);
      if (parent == MPI_COMM_NULL) {
        char* words[] = {"child", NULL};
        MPI_Comm_spawn("p.so", words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
      } else {
        children = parent;
      }
      MPI_Intercomm_merge(children, parent != MPI_COMM_NULL, &merged);
      MPI_Comm_rank(merged, &rank);
      MPI_Comm_size(merged, &size);
      printf("%d of %d %s\n", rank, size, argc > 1 ? argv[1] : "parent");
      MPI_Comm_free(&merged);
      MPI_Comm_disconnect(&children);
      MPI_Finalize();
      return 0;
    })",
      2);
  const json real = run(for_real);
  EXPECT_THAT(told(real), ElementsAre("0: 0 of 4 parent", "1: 1 of 4 parent", "2: 2 of 4 child", "3: 3 of 4 child"));
  EXPECT_EQ(told(real), told(run(in_simulation)));
  EXPECT_EQ(real["metrics"]["p.ranks_at_end"], 4);
}

TEST_F(RealProgram, ThatEndsWithAnotherStatusThanZeroHasFailed) {
  put(R"(
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Finalize();
      return rank == 1 ? 7 : 0;
    })",
      2);
  for (const std::string& world : {in_simulation, for_real}) {
    const json result = run(world, 1);
    EXPECT_EQ(result["metrics"]["p.finished"], 0);
    EXPECT_EQ(result["jobs"][0]["reason"], "process 1 ended with exit status 7");
  }
}

TEST_F(RealProgram, ThatIsNoMpiProgramRuns) {
  put("int main() { printf(\"hello\\n\"); return 0; }", 2);
  const json real = run(for_real);
  EXPECT_THAT(told(real), ElementsAre("0: hello", "1: hello"));
  EXPECT_EQ(real["metrics"]["p.ranks_at_end"], 2);
}

TEST_F(RealProgram, WithoutItsTwinIsRefusedWithTheCommandThatMakesIt) {
  bench_.write("p.json",
               R"({"name": "p", "machine": "laptop", "jobs": [{"name": "p", "program": "p.so", "ranks": 1}]})");
  const Answer answer = bench_.call("run p.json" + for_real);
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("p.json: /jobs/0/program: p.openmpi"), HasSubstr("is missing"),
                                HasSubstr("daruma cc SOURCE... -o p.so --on openmpi")));
}

TEST_F(RealProgram, WhoseTwinIsOlderIsRunWithAWarning) {
  put("int main() { return 0; }", 1);
  sleep(1); // the times of files are whole seconds on some file systems
  ASSERT_EQ(bench_.call("cc p.c -o p.so").status, 0);
  const Answer answer = bench_.call("run p.json" + for_real);
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("p.openmpi is older than p.so"), HasSubstr("--on openmpi")));
}

TEST_F(RealProgram, ThatCannotBeCompiledSaysWhere) {
  bench_.write("broken.c", "int main() { return x; }\n");
  const Answer answer = bench_.call("cc broken.c -o p.so" + for_real);
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("broken.c:1"));
  EXPECT_EQ(bench_.call("cc broken.c -o p.so --on lam").status, 2);
}

TEST_F(RealProgram, TellsNumbersPhasesAndStateAsInSimulation) {
  put(R"(
    int main(int argc, char** argv) {
      int rank, size, state[3], next;
      daruma_metric("early", 5);
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Comm_size(MPI_COMM_WORLD, &size);
      daruma_phase_begin("outer");
      daruma_phase_begin("inner");
      usleep(100000 * (rank + 1));
      if (daruma_phase_end("outer") != DARUMA_INVALID) printf("out of order\n");
      daruma_phase_end("inner");
      usleep(50000);
      next = (daruma_process() + 1) % size;
      for (int version = 1; version <= 3; ++version) {
        for (int i = 0; i < 3; ++i) state[i] = 100 * rank + 10 * version + i;
        if (daruma_checkpoint(rank, version, state, sizeof state, DARUMA_PARTNER_MEMORY, next) != DARUMA_OK) printf("not saved\n");
      }
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%ld %ld %ld\n", daruma_newest(next, 9), daruma_newest(next, 2), daruma_newest(next, 1));
      long read = daruma_restore(next, 2, state, sizeof state);
      printf("%ld: %d %d %d\n", read, state[0], state[1], state[2]);
      printf("%ld %ld\n", daruma_restore(next, 2, state, 4), daruma_restore(77, 2, state, 4));
      if (daruma_metric("deaths", 1) != DARUMA_INVALID) printf("taken\n");
      daruma_metric("answer", 10 * rank + 7);
      MPI_Finalize();
      return 0;
    })",
      2);
  const json real = run(for_real);
  const json simulated = run(in_simulation);
  for (const json* const result : {&real, &simulated})
    EXPECT_THAT(told(*result),
                UnorderedElementsAre(HasSubstr("0: daruma: daruma_phase_end: \"outer\" ends"), "0: 3 2 -2",
                                     "0: 12: 120 121 122", "0: -3 -2",
                                     HasSubstr("0: daruma: daruma_metric: \"deaths\" is reported of every job"),
                                     HasSubstr("1: daruma: daruma_phase_end"), "1: 3 2 -2", "1: 12: 20 21 22",
                                     "1: -3 -2", HasSubstr("1: daruma: daruma_metric")));
  for (const json* const result : {&real, &simulated}) {
    EXPECT_EQ((*result)["metrics"]["p.answer"], 7);
    EXPECT_EQ((*result)["metrics"]["p.early"], 5);
    EXPECT_EQ((*result)["metrics"]["p.deaths"], 0);
    EXPECT_GE((*result)["metrics"]["p.phase.inner_s"], 0.2 - 1e-6);
    EXPECT_LT((*result)["metrics"]["p.phase.inner_s"], 10);
    EXPECT_GE((*result)["metrics"]["p.phase.outer_s"], 0.25 - 1e-6) << "it was open at the end";
  }
}

TEST_F(RealProgram, HasAPhaseUntilItsDeath) {
  put(R"(
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      daruma_phase_begin("last");
      usleep(300000);
      raise(SIGKILL);
      return 0;
    })",
      1);
  for (const std::string& world : {in_simulation, for_real}) {
    const double phase_s = run(world, 1)["metrics"]["p.phase.last_s"];
    EXPECT_GE(phase_s, 0.3 - 1e-6);
    EXPECT_LT(phase_s, 10);
  }
}

TEST_F(RealProgram, BegunAnewFindsWhatItSaved) {
  put(R"(
    int main(int argc, char** argv) {
      int rank, step = 0;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      long newest = daruma_newest(rank, 1000);
      MPI_Allreduce(MPI_IN_PLACE, &newest, 1, MPI_LONG, MPI_MIN, MPI_COMM_WORLD);
      if (newest >= 0) daruma_restore(rank, newest, &step, sizeof step);
      for (; step < 20; ++step) {
        daruma_checkpoint(rank, step, &step, sizeof step, DARUMA_AS_IN_SCENARIO, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        usleep(100000);
      }
      if (rank == 0) daruma_metric("began_at", newest);
      MPI_Finalize();
      return 0;
    })",
      2, R"("events": [{"at": "1s", "kill": "p", "ranks": [1]}],)",
      R"(, "recovery": "rerun", "checkpoint": {"to": "file-system"})");
  for (const std::string& world : {in_simulation, for_real}) {
    const json result = run(world);
    EXPECT_EQ(result["metrics"]["p.finished"], 1) << result["jobs"];
    EXPECT_EQ(result["metrics"]["p.reruns"], 1);
    EXPECT_GT(result["metrics"]["p.began_at"], 3);
    const auto& metrics = result["metrics"];
    EXPECT_EQ(metrics["p.recovery.count"], 1) << metrics;
    EXPECT_EQ(metrics["p.recovery.relaunch_s"] > 0, world == for_real) << "a laptop starts its jobs at once";
    EXPECT_GT(metrics["p.recovery.lost_work_s"], 0);
    EXPECT_LT(metrics["p.recovery.lost_work_s"], 0.5);
    double sum_s = 0;
    for (const auto& [name, value] : metrics.items())
      if (name.rfind("p.recovery.", 0) == 0 && name.find('[') == std::string::npos &&
          name.find("whole") == std::string::npos && name.find("count") == std::string::npos)
        sum_s += value.get<double>();
    EXPECT_NEAR(sum_s, metrics["p.recovery.whole_s"].get<double>(), 1e-9);
  }
}

const char* const shrinks = R"(
    #include <mpi-ext.h>
    int main(int argc, char** argv) {
      int rank, one = 1, sum = 0;
      MPI_Comm survivors;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      daruma_checkpoint(rank, 1, &rank, sizeof rank, DARUMA_OWN_MEMORY, 0);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 2) raise(SIGKILL);
      MPI_Recv(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      daruma_phase_begin("recovery");
      MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
      printf("%ld %ld\n", daruma_newest(rank, 9), daruma_newest(2, 9));
      daruma_phase_end("recovery");
      MPI_Comm_free(&survivors);
      MPI_Finalize();
      return 0;
    })";

TEST_F(RealProgram, WithUlfmItIsKnownWhereItsRecoverysTimeGoes) {
  if (!has_ulfm()) GTEST_SKIP() << without_ulfm;
  put(shrinks, 4);
  for (const std::string& world : {in_simulation, for_real}) {
    const json result = run(world);
    EXPECT_THAT(told(result), ElementsAre("0: 1 -2", "1: 1 -2", "2 died: SIGKILL (Killed)", "3: 1 -2"));
    EXPECT_EQ(result["metrics"]["p.recovery.count"], 1);
    EXPECT_GT(result["metrics"]["p.recovery.shrink_s"], 0);
    EXPECT_GE(result["metrics"]["p.recovery.whole_s"], result["metrics"]["p.recovery.shrink_s"]);
  }
}

const char* const dies_in_many_ways = R"(
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1) raise(SIGKILL);
      if (rank == 2) abort();
      if (rank == 3) exit(3);
      if (rank == 4) { volatile int* nowhere = (int*)8; *nowhere = 1; }
      for (int dead = 1; dead < 5; ++dead) MPI_Recv(&rank, 1, MPI_INT, dead, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("survived\n");
      MPI_Finalize();
      return 0;
    })";

TEST_F(RealProgram, WithUlfmDeathsHaveTheirCauses) {
  if (!has_ulfm()) GTEST_SKIP() << without_ulfm;
  put(dies_in_many_ways, 6);
  const json real = run(for_real);
  EXPECT_THAT(told(real), ElementsAre("0: survived", "1 died: SIGKILL (Killed)", "2 died: SIGABRT (Aborted)",
                                      "3 died: exit status 3 without MPI_Finalize",
                                      "4 died: SIGSEGV (Segmentation fault)", "5: survived"));
  EXPECT_EQ(told(real), told(run(in_simulation)));
  EXPECT_EQ(real["metrics"]["p.deaths"], 4);
  EXPECT_EQ(real["metrics"]["p.finished"], 1);
}

const char* const waits_for_all = R"(
    int main(int argc, char** argv) {
      int rank, size;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Comm_size(MPI_COMM_WORLD, &size);
      for (int dead = size / 2; dead < size && rank < size / 2; ++dead)
        MPI_Recv(&rank, 1, MPI_INT, dead, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank < size / 2) printf("they are gone\n");
      else sleep(60);
      MPI_Finalize();
      return 0;
    })";

TEST_F(RealProgram, WithUlfmTheScenarioKillsItsProcesses) {
  if (!has_ulfm()) GTEST_SKIP() << without_ulfm;
  put(waits_for_all, 4, R"("events": [{"at": "0.1s", "kill": "p", "ranks": [2, 3]}],)");
  const json real = run(for_real);
  EXPECT_THAT(told(real), ElementsAre("0: they are gone", "1: they are gone", "2 died: killed", "3 died: killed"));
  EXPECT_EQ(told(real), told(run(in_simulation)));
}

TEST_F(RealProgram, WithUlfmANodeTakesItsProcessesAlong) {
  if (!has_ulfm()) GTEST_SKIP() << without_ulfm;
  put(waits_for_all, 16, R"("events": [{"at": "0.1s", "node_off": 1}],)");
  const json real = run(for_real);
  EXPECT_EQ(real["metrics"]["p.deaths"], 8);
  EXPECT_EQ(told(real), told(run(in_simulation)));
}

TEST_F(RealProgram, WithoutUlfmADeathIsTheEndOfTheJob) {
  if (has_ulfm()) GTEST_SKIP() << "this MPI has ULFM: the tests named WithUlfm run instead";
  put(dies_in_many_ways, 6);
  const json real = run(for_real, 1);
  EXPECT_EQ(real["jobs"][0]["reason"], "the MPI ended the job that lost a process");
  EXPECT_EQ(real["metrics"]["p.deaths"], 1);
  EXPECT_EQ(real["metrics"]["p.finished"], 0);
}

TEST_F(RealProgram, WithoutUlfmOneThatNeedsItIsRefusedByTheCompiler) {
  if (has_ulfm()) GTEST_SKIP() << "this MPI has ULFM";
  bench_.write("p.c",
               "#include <mpi.h>\n\n#include <mpi-ext.h>\nint main() { return MPIX_Comm_revoke(MPI_COMM_SELF); }\n");
  const Answer answer = bench_.call("cc p.c -o p.so" + for_real);
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("has no ULFM"));
}

} // namespace
