// What programs tell by <daruma.h>: numbers, phases, state that outlives processes.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace daruma::hosting::test {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* ulfm = R"("runtime": "openmpi-5.0-ulfm",)";

class DarumaCalls : public testing::Test {
protected:
  /// The result of a program whose main, between begin and MPI_Finalize, is `body`.
  json result_of(const std::string& body, int ranks, const std::string& job = "", const std::string& rest = "",
                 const std::string& before = "") const {
    said_ = bench_.said(before + "\nint main(int argc, char** argv) {\nbegin(&argc, &argv);\n" + body +
                            "\nMPI_Finalize();\nreturn 0;\n}",
                        ranks, job, rest);
    return json::parse(bench_.call("run p.json --json").out, nullptr, false);
  }
  double metric(const json& result, const std::string& name) const {
    EXPECT_TRUE(result["metrics"].contains("p." + name)) << name << "; " << testing::PrintToString(said_);
    return result["metrics"].value("p." + name, -1.0);
  }

  Workbench bench_;
  mutable std::vector<std::string> said_;
};

TEST_F(DarumaCalls, AMetricIsTheLastOfTheLowestRankThatReportsIt) {
  const json result = result_of(R"(
    daruma_metric("answer", 10 * rank);
    if (rank > 0) daruma_metric("error_ratio", 1.0 / (rank + 1));
    if (daruma_metric("answer", 10 * rank + 1) != DARUMA_OK) printf("refused\n");)",
                                3);
  EXPECT_THAT(said_, IsEmpty());
  EXPECT_EQ(metric(result, "answer"), 1);
  EXPECT_EQ(metric(result, "error_ratio"), 0.5);
}

TEST_F(DarumaCalls, AMetricIsExpectedAsAnyOther) {
  result_of("daruma_metric(\"answer\", 42);", 1, "", R"("expect": [{"metric": "p.answer", "is": 42}],)");
  EXPECT_EQ(bench_.call("run p.json").status, 0);
  result_of("daruma_metric(\"answer\", 41);", 1, "", R"("expect": [{"metric": "p.answer", "is": 42}],)");
  const Answer answer = bench_.call("run p.json");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out, HasSubstr("p.answer is 42: it is 41"));
  const Answer swept = bench_.call("sweep p.json --vary /jobs/0/ranks=1,2 --metric p.answer");
  EXPECT_EQ(swept.status, 0) << swept.err;
  EXPECT_THAT(swept.out, HasSubstr("p.answer"));
}

TEST_F(DarumaCalls, NamesThatCannotBeAreRefusedWithAReason) {
  const json result = result_of(R"(
    const char* names[] = {"deaths", "makespan_s", "", "9lives", "a.b", "solve s", NULL};
    for (int i = 0; i < 7; ++i) if (daruma_metric(names[i], 1) != DARUMA_INVALID) printf("taken: %d\n", i);
    if (daruma_metric("good", 0.0 / 0.0) != DARUMA_INVALID) printf("taken: nan\n");
    if (daruma_phase_begin("a b") != DARUMA_INVALID) printf("taken: a b\n");)",
                                1);
  EXPECT_THAT(said_,
              ElementsAre("0: daruma: daruma_metric: \"deaths\" is reported of every job; choose another name",
                          "0: daruma: daruma_metric: \"makespan_s\" is reported of every job; choose another name",
                          HasSubstr("letters, digits and \"_\""), HasSubstr("got \"9lives\""), HasSubstr("got \"a.b\""),
                          HasSubstr("got \"solve s\""), HasSubstr("got \"\""),
                          HasSubstr("\"good\" is no finite number"), HasSubstr("daruma_phase_begin")));
  EXPECT_EQ(metric(result, "deaths"), 0);
}

TEST_F(DarumaCalls, APhaseTakesWhatTheSlowestSpendsInIt) {
  const json result = result_of(R"(
    for (int i = 0; i < 2; ++i) {
      daruma_phase_begin("outer");
      usleep(100000 * (rank + 1));
      daruma_phase_begin("inner");
      usleep(50000);
      if (daruma_phase_end("inner") != DARUMA_OK) printf("refused\n");
      if (daruma_phase_end("outer") != DARUMA_OK) printf("refused\n");
      usleep(10000);
    })",
                                3);
  EXPECT_THAT(said_, IsEmpty());
  EXPECT_NEAR(metric(result, "phase.outer_s"), 0.7, 1e-9);
  EXPECT_NEAR(metric(result, "phase.inner_s"), 0.1, 1e-9);
  EXPECT_EQ(result["units"]["p.phase.outer_s"], "s");
}

TEST_F(DarumaCalls, APhaseWithinItselfCountsOnce) {
  const json result = result_of(R"(
    daruma_phase_begin("a");
    usleep(100000);
    daruma_phase_begin("a");
    usleep(100000);
    daruma_phase_end("a");
    daruma_phase_end("a");)",
                                1);
  EXPECT_NEAR(metric(result, "phase.a_s"), 0.2, 1e-9);
}

TEST_F(DarumaCalls, PhasesEndInTheirOrder) {
  const json result = result_of(R"(
    daruma_phase_end("never");
    daruma_phase_begin("outer");
    daruma_phase_begin("inner");
    daruma_phase_end("outer");
    usleep(1000);
    daruma_phase_end("inner");
    daruma_phase_end("outer");)",
                                1);
  EXPECT_THAT(said_, ElementsAre("0: daruma: daruma_phase_end: \"never\" ends, and no phase was begun",
                                 "0: daruma: daruma_phase_end: \"outer\" ends, and \"inner\", which was begun last, "
                                 "has to end before"));
  EXPECT_NEAR(metric(result, "phase.inner_s"), 1e-3, 1e-9);
}

TEST_F(DarumaCalls, APhaseThatIsOpenAtADeathOrAtTheEndHasLastedUntilThen) {
  const json result = result_of(R"(
    daruma_phase_begin(rank == 0 ? "dying" : "living");
    if (rank == 0) {
      usleep(250000);
      raise(SIGKILL);
    }
    usleep(500000);)",
                                2);
  EXPECT_NEAR(metric(result, "phase.dying_s"), 0.25, 1e-9);
  EXPECT_GE(metric(result, "phase.living_s"), 0.5);
  EXPECT_LT(metric(result, "phase.living_s"), 0.6);
  const json trace = json::parse(bench_.shell("cat out/p/trace.json").out, nullptr, false);
  double duration_us = 0;
  for (const auto& row : trace["traceEvents"])
    if (row["ph"] == "X" && row["name"] == "phase.dying") duration_us = row["dur"];
  EXPECT_NEAR(duration_us, 250000, 1e-3);
}

/// Saves an int of 10 * version of the calling rank, and says what comes back.
constexpr const char* store = R"(
  static void save(int version, int place, int partner) {
    int state = 100 * rank + version;
    int code = daruma_checkpoint(rank, version, &state, sizeof state, place, partner);
    if (code != DARUMA_OK) printf("save: %d\n", code);
  }
  static void read_back(int owner, long version) {
    int state = -1;
    long size = daruma_restore(owner, version, &state, sizeof state);
    printf("version %ld of %d: %ld, %d\n", version, owner, size, state);
  }
)";

TEST_F(DarumaCalls, TheTwoNewestVersionsCanBeReadByWhoeverWants) {
  result_of(R"(
    if (rank == 0) for (int version = 1; version <= 3; ++version) save(version, DARUMA_FILE_SYSTEM, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
      printf("%ld %ld %ld %ld\n", daruma_newest(0, 100), daruma_newest(0, 2), daruma_newest(0, 1), daruma_newest(7, 9));
      for (long version = 1; version <= 4; ++version) read_back(0, version);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) save(2, DARUMA_FILE_SYSTEM, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) printf("%ld\n", daruma_newest(0, 100));)",
            2, "", "", store);
  EXPECT_THAT(said_, ElementsAre("1: 3 2 -2 -2", "1: version 1 of 0: -2, -1", "1: version 2 of 0: 4, 2",
                                 "1: version 3 of 0: 4, 3", "1: version 4 of 0: -2, -1", "1: 2"));
}

TEST_F(DarumaCalls, WhatIsLostWithAProcessGoesByThePlace) {
  const auto after_deaths = [this](const std::string& place, const std::string& dying) {
    result_of(fmt::format(R"(
      save(5, {}, (rank + 1) % size);
      usleep(100000);
      if ({}) raise(SIGKILL);
      usleep(1000000);
      if (rank == 3) for (int owner = 0; owner < 3; ++owner) printf("%d: %ld\n", owner, daruma_newest(owner, 9));)",
                          place, dying),
              4, "", ulfm, store);
    std::vector<std::string> told;
    for (const std::string& line : said_)
      if (line.rfind("3: ", 0) == 0) told.push_back(line.substr(3));
    return told;
  };
  EXPECT_THAT(after_deaths("DARUMA_OWN_MEMORY", "rank == 1"), ElementsAre("0: 5", "1: -2", "2: 5"));
  EXPECT_THAT(after_deaths("DARUMA_PARTNER_MEMORY", "rank == 1"), ElementsAre("0: 5", "1: 5", "2: 5"));
  EXPECT_THAT(after_deaths("DARUMA_PARTNER_MEMORY", "rank == 1 || rank == 2"), ElementsAre("0: 5", "1: -2", "2: 5"));
  EXPECT_THAT(after_deaths("DARUMA_FILE_SYSTEM", "rank < 3"), ElementsAre("0: 5", "1: 5", "2: 5"));
}

TEST_F(DarumaCalls, WhatAProgramSavesTakesTheTimeOfThePlace) {
  bench_.machine = R"({"use": "laptop", "cores": 8, "memory": "1GB/s", "file_system": "100MB/s"})";
  const auto seconds = [this](const std::string& place, const std::string& job) {
    const json result = result_of(fmt::format(R"(
      static char state[1000000];
      double begin = MPI_Wtime();
      daruma_checkpoint(0, 1, state, sizeof state, {}, 0);
      daruma_metric("save_s", MPI_Wtime() - begin);
      begin = MPI_Wtime();
      daruma_restore(0, 1, state, sizeof state);
      daruma_metric("read_s", MPI_Wtime() - begin);)",
                                              place),
                                  1, job);
    EXPECT_NEAR(metric(result, "save_s"), metric(result, "read_s"), 1e-4);
    return metric(result, "save_s");
  };
  EXPECT_NEAR(seconds("DARUMA_OWN_MEMORY", ""), 1e-3, 1e-5);
  EXPECT_NEAR(seconds("DARUMA_FILE_SYSTEM", ""), 1e-2, 1e-4);
  EXPECT_NEAR(seconds("DARUMA_AS_IN_SCENARIO", ""), 1e-2, 1e-4);
  EXPECT_NEAR(seconds("DARUMA_AS_IN_SCENARIO", R"(, "checkpoint": {"to": "local-memory"})"), 1e-3, 1e-5);
  EXPECT_NEAR(seconds("DARUMA_AS_IN_SCENARIO", R"(, "checkpoint": {"to": "file-system", "size": "10MB"})"), 0.1, 1e-3);
}

TEST_F(DarumaCalls, WhatCannotBeSavedOrReadIsAnAnswer) {
  result_of(R"(
    int state = 1;
    char small = 0;
    printf("%d\n", daruma_checkpoint(-1, 0, &state, sizeof state, DARUMA_FILE_SYSTEM, 0));
    printf("%d\n", daruma_checkpoint(0, -1, &state, sizeof state, DARUMA_FILE_SYSTEM, 0));
    printf("%d\n", daruma_checkpoint(0, 0, NULL, sizeof state, DARUMA_FILE_SYSTEM, 0));
    printf("%d\n", daruma_checkpoint(0, 0, &state, sizeof state, 9, 0));
    printf("%d\n", daruma_checkpoint(0, 0, &state, sizeof state, DARUMA_PARTNER_MEMORY, daruma_process()));
    printf("%d\n", daruma_checkpoint(0, 0, &state, sizeof state, DARUMA_PARTNER_MEMORY, 77));
    printf("%ld\n", daruma_newest(0, 9));
    printf("%ld %d\n", daruma_restore(0, 0, &small, 1), small);
    printf("%ld\n", daruma_restore(0, 0, NULL, 4));
    printf("%d\n", daruma_checkpoint(1, 0, NULL, 0, DARUMA_OWN_MEMORY, 0));
    printf("%ld\n", daruma_restore(1, 0, NULL, 0));)",
            1);
  std::vector<std::string> printed;
  for (const std::string& line : said_)
    if (line.find("daruma:") == std::string::npos) printed.push_back(line);
  EXPECT_THAT(printed, ElementsAre("0: -1", "0: -1", "0: -1", "0: -1", "0: -1", "0: -4", "0: 0", "0: -3 0", "0: -1",
                                   "0: 0", "0: 0"));
  EXPECT_THAT(said_, Contains(HasSubstr("there is no place 9")));
  EXPECT_THAT(said_, Contains(HasSubstr("a partner is another process of the job, got 0")));
}

TEST_F(DarumaCalls, WhoDiesWhileItSavesLeavesTheVersionsBefore) {
  bench_.machine = R"({"use": "laptop", "cores": 8, "file_system": "1MB/s"})";
  result_of(R"(
    static char state[1000000];
    if (rank == 0) for (int version = 1; version < 9; ++version) daruma_checkpoint(0, version, state, sizeof state, DARUMA_FILE_SYSTEM, 0);
    usleep(5000000);
    printf("%ld\n", daruma_newest(0, 9));)",
            2, "", R"("runtime": "openmpi-5.0-ulfm", "events": [{"at": "2.5s", "kill": "p", "ranks": [0]}],)");
  EXPECT_THAT(said_, ElementsAre("0 died: killed", "1: 2"));
}

TEST_F(DarumaCalls, NewcomersHaveNumbersOfTheirOwn) {
  result_of(R"(
    MPI_Comm parents, both;
    MPI_Comm_get_parent(&parents);
    if (parents == MPI_COMM_NULL) MPI_Comm_spawn("p", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &both, MPI_ERRCODES_IGNORE);
    printf("%d\n", daruma_process());)",
            2);
  EXPECT_THAT(said_, UnorderedElementsAre("0: 0", "1: 1", "2: 2", "3: 3"));
}

TEST_F(DarumaCalls, WorkFromCpp) {
  const auto said = bench_.said(R"(
    #include <iostream>
    #include <vector>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      std::vector<double> state{1, 2, 3};
      daruma_phase_begin("solve");
      daruma_checkpoint(rank, 1, state.data(), state.size() * sizeof(double), DARUMA_OWN_MEMORY, 0);
      std::vector<double> again(3);
      const long size = daruma_restore(rank, 1, again.data(), again.size() * sizeof(double));
      daruma_phase_end("solve");
      daruma_metric("same", again == state);
      std::cout << size << (again == state ? " same" : " different") << std::endl;
      MPI_Finalize();
    })",
                                1);
  EXPECT_THAT(said, ElementsAre("0: 24 same"));
}

TEST_F(DarumaCalls, AreNothingWithoutDaruma) {
  bench_.write("plain.c", R"(
    #include "daruma.h"
    #include <stdio.h>
    int main(void) {
      int state = 7;
      daruma_compute(1e30);
      printf("%d %d %d %d %d %ld %ld %d\n", daruma_metric("deaths", 1), daruma_phase_begin("a"), daruma_phase_end("b"),
             daruma_checkpoint(0, 0, &state, sizeof state, DARUMA_OWN_MEMORY, 0), daruma_process(), daruma_newest(0, 9),
             daruma_restore(0, 0, &state, sizeof state), state);
      return 0;
    })");
  for (const char* const compiler : {"gcc -std=c99 -Wall -Wextra -Werror", "g++ -x c++ -Wall -Wextra -Werror"}) {
    const Answer answer = bench_.shell(std::string("cp '" DARUMA_SOURCE_DIR "/sim/hosting/include/daruma.h' . && ") +
                                       compiler + " plain.c -o plain && ./plain");
    EXPECT_EQ(answer.out, "0 0 0 0 0 -2 -2 7\n") << answer.err;
  }
}

} // namespace
} // namespace daruma::hosting::test
