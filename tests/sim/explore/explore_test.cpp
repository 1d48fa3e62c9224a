// `daruma explore` as a user meets it: what it finds, that it finds the same however it is run, and what it refuses.
#include "tests/sim/hosting/workbench.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::explore::test {
namespace {

using hosting::test::Answer;
using hosting::test::Workbench;
using testing::HasSubstr;
using Json = nlohmann::json;

/// Three sums, each of whoever is left, whose result does not depend on who that is.
constexpr const char* survivors = R"(
  #include <mpi.h>
  #include <mpi-ext.h>
  #include <stdio.h>
  #include <daruma.h>
  int main(int argc, char** argv) {
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPIX_Comm_shrink(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int most = 0;
    for (int done = 0; done < 3;) {
      daruma_compute(1e9);
      int mine = done + 1;
      int ok = MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, comm) == MPI_SUCCESS;
      if (MPIX_Comm_agree(comm, &ok) == MPI_SUCCESS && ok) {
        ++done;
        continue;
      }
      MPI_Comm rest;
      MPIX_Comm_revoke(comm);
      MPIX_Comm_shrink(comm, &rest);
      MPI_Comm_free(&comm);
      comm = rest;
    }
    int rank;
    MPI_Comm_rank(comm, &rank);
    ENDING
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
  }
)";

std::string with_ending(const std::string& ending) {
  std::string text = survivors;
  return text.replace(text.find("ENDING"), 6, ending);
}

constexpr const char* every_rank_prints = R"(printf("most %d\n", most);)";
/// Whoever is left reads what the lowest rank of all wrote, which dies with its file half written.
constexpr const char* half_a_file = R"(
  if (rank == 0) {
    FILE* file = fopen("answer", "w");
    fprintf(file, "1");
    fflush(file);
    daruma_compute(1e9);
    fprintf(file, "0\n");
    fclose(file);
  }
  int ok = 1;
  MPIX_Comm_agree(comm, &ok);
  if (rank <= 1) {
    FILE* file = fopen("answer", "r");
    int answer = 0;
    if (file && fscanf(file, "%d", &answer) == 1) printf("answer %d\n", answer);
    if (file) fclose(file);
  }
)";

/// By no function of the C library: the simulator does not see it.
constexpr const char* by_instruction = R"(
  static long by_instruction(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
  }
)";

/// It writes a file, and where one of three is missing whoever is left does something that no simulator survives.
std::string with_a_file_and_if_one_is_missing(const std::string& deed) {
  const std::string ending = R"(
    FILE* file = fopen("log", "w");
    fclose(file);
    int ranks, left;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_size(comm, &left);
    if (left < 3) )" + deed + ";";
  return by_instruction + with_ending(ending);
}

Answer explore(const Workbench& bench, const std::string& source, const std::string& promise,
               const std::string& words = "") {
  bench.write("p.c", source);
  const Answer compiled = bench.call("cc -g p.c -o p.so");
  if (compiled.status != 0) return compiled;
  bench.write("p.json", R"({"name": "p", "machine": {"use": "laptop", "cores": 4}, "runtime": "openmpi-5.0-ulfm",
                         "jobs": [{"name": "p", "program": "p.so", "ranks": 3}], "explore": )" +
                            promise + "}");
  return bench.call("explore p.json --json " + words);
}

/// One rank's line is there again, whoever prints it: three are printed without faults.
constexpr const char* any_answer = R"({"answer": "any"})";

TEST(Explore, FindsNothingInAProgramThatAlwaysRecovers) {
  const Workbench bench;
  const Answer answer = explore(bench, with_ending(every_rank_prints), any_answer);
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const Json found = Json::parse(answer.out);
  EXPECT_GT(found.at("tried").get<int>(), 50);
  EXPECT_EQ(found.at("tried"), found.at("known"));
  EXPECT_EQ(found.at("kept"), found.at("tried"));
  EXPECT_TRUE(found.at("failing").empty());
}

TEST(Explore, FindsTheSameWithAnyNumberOfWorkersAndAgainFromItsFile) {
  const Workbench bench;
  const std::string first = explore(bench, with_ending(every_rank_prints), R"({})", "--workers 1 --out a").out;
  const std::string more = bench.call("explore p.json --json --workers 3 --out a2").out;
  EXPECT_THAT(first, HasSubstr("wrong answer")) << "who dies prints nothing";
  const auto same_folder = [](std::string text) {
    for (std::size_t at = 0; (at = text.find("a2/failing", at)) != std::string::npos;) text.replace(at, 2, "a");
    return text;
  };
  EXPECT_EQ(same_folder(more), first);
  EXPECT_EQ(bench.call("explore p.json --json --workers 1 --out a").out, first);
}

/// Whom any death takes along.
std::string fatal() {
  std::string text = with_ending(every_rank_prints);
  for (std::size_t at = 0; (at = text.find("MPI_ERRORS_RETURN")) != std::string::npos;)
    text.replace(at, 17, "MPI_ERRORS_ARE_FATAL");
  return text;
}

TEST(Explore, LetsNoImmortalProcessDieInTheShortestWayEither) {
  const Workbench bench;
  const Answer answer = explore(bench, fatal(), R"({"answer": "any", "immortal": [0]})");
  EXPECT_EQ(answer.status, 1);
  const Json failing = Json::parse(answer.out).at("failing");
  ASSERT_FALSE(failing.empty());
  for (const Json& one : failing) {
    EXPECT_EQ(one.at("ranks"), 2) << "the fewest that go wrong";
    EXPECT_EQ(one.at("faults").back().at("processes"), Json{1}) << one;
  }
}

TEST(Explore, LinksItsPageToTheTimeLineOfEachWayToGoWrong) {
  const Workbench bench;
  const Json failing = Json::parse(explore(bench, fatal(), any_answer, "--junit j.xml --out o").out).at("failing");
  ASSERT_FALSE(failing.empty());
  for (const Json& one : failing) {
    const auto page = one.at("time_line").get<std::string>();
    EXPECT_THAT(bench.shell("cat o/explore.html").out, HasSubstr("<a href=\"" + page.substr(2) + "\">time line</a>"));
    const std::string told = bench.shell("cat " + page).out;
    EXPECT_THAT(told, HasSubstr("killed"));
    EXPECT_THAT(told, HasSubstr("MPI_ERR_PROC_FAILED"));
    EXPECT_THAT(bench.shell("cat j.xml").out, HasSubstr("daruma run " + one.at("scenario").get<std::string>()));
  }
}

TEST(Explore, MarksTheCallsThatOnlyRecoveriesMake) {
  const Workbench bench;
  const Answer answer = explore(bench, with_ending(every_rank_prints), any_answer, "--deaths 2 --cases 120 --out o");
  const Json found = Json::parse(answer.out);
  std::vector<std::string> of_recoveries;
  for (const Json& call : found.at("calls"))
    if (call.at("moments") == 0) of_recoveries.push_back(call.at("call"));
  EXPECT_THAT(of_recoveries, testing::ElementsAre("MPIX_Comm_revoke", "MPIX_Comm_shrink", "MPI_Comm_free"));
  EXPECT_THAT(bench.shell("cat o/explore.html").out, HasSubstr("only in recoveries: "));
}

TEST(Explore, WritesAScenarioThatDoesTheSameInOneRun) {
  const Workbench bench;
  const Answer answer = explore(bench, fatal(), any_answer);
  EXPECT_EQ(answer.status, 1);
  const Json failing = Json::parse(answer.out).at("failing");
  ASSERT_FALSE(failing.empty());
  for (const Json& one : failing) {
    EXPECT_EQ(one.at("verdict"), "gives up");
    EXPECT_EQ(one.at("ranks"), 2) << "the fewest that go wrong";
    const Answer run = bench.call("run " + one.at("scenario").get<std::string>());
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("p failed"));
  }
}

TEST(Explore, GivesEachCaseOfAProgramThatWritesFilesAFolderOfItsOwn) {
  const Workbench bench;
  const Answer answer = explore(bench, with_ending(half_a_file), R"({"answer": "same"})");
  EXPECT_EQ(answer.status, 1);
  const Json found = Json::parse(answer.out);
  EXPECT_LT(found.at("kept"), found.at("tried"));
  EXPECT_THAT(found.at("failing").dump(), HasSubstr("nobody printed"));
  const std::string shortest = found.at("failing")[0].at("scenario");
  EXPECT_EQ(Json::parse(bench.shell("cat " + shortest).out).at("jobs")[0].at("ranks"), 2) << "three are not needed";
}

TEST(Explore, TellsOfEachCaseOfAProgramThatWritesFilesWhateverTheSimulatorDies) {
  const Answer answer = explore(
      Workbench(), with_a_file_and_if_one_is_missing("by_instruction(231 /* exit_group */, 7, 0, 0)"), any_answer);
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  const Json found = Json::parse(answer.out);
  EXPECT_EQ(found.at("tried"), found.at("known"));
  ASSERT_EQ(found.at("failing").size(), 1U);
  EXPECT_EQ(found.at("failing")[0].at("verdict"), "crash");
  EXPECT_THAT(found.at("failing").dump(), HasSubstr("the simulation ended with exit status 7"));
}

TEST(Explore, CutsACaseOfAProgramThatWritesFilesAndNeverEnds) {
  const Answer answer =
      explore(Workbench(), with_a_file_and_if_one_is_missing("for (volatile int i = 0; ranks == 3; ++i) {}"),
              any_answer, "--cases 1");
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  const Json found = Json::parse(answer.out);
  ASSERT_EQ(found.at("failing").size(), 1U);
  EXPECT_EQ(found.at("failing")[0].at("verdict"), "hang");
}

TEST(Explore, TellsOfCasesThatAreLostWithTheirProcess) {
  const Workbench bench;
  const std::string third_run_ends = R"(
    long file = by_instruction(2 /* open */, (long)PLACE, 02002 | 0100, 0600);
    by_instruction(1 /* write */, file, (long)PLACE, 1);
    if (rank == 0 && by_instruction(8 /* lseek */, file, 0, 2) > 2 * 3) by_instruction(231 /* exit_group */, 7, 0, 0);
    by_instruction(3 /* close */, file, 0, 0);
  )";
  std::string place = bench.shell("pwd").out;
  place = "#define PLACE \"" + place.substr(0, place.find('\n')) + "/runs\"\n";
  const Answer answer = explore(bench, place + by_instruction + with_ending(third_run_ends), any_answer, "--workers 1");
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_THAT(answer.err, HasSubstr("cases have no outcome: their process ended with exit status 7"));
}

TEST(Explore, LetsSecondOnesDieInTheRecovery) {
  const Workbench bench;
  const Answer answer =
      explore(bench, with_ending(every_rank_prints), R"({"survives": 2, "answer": "any"})", "--deaths 2 --cases 300");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const Json found = Json::parse(answer.out);
  EXPECT_EQ(found.at("tried"), 300);
  const auto at_shrink = [](const Json& call) { return call.at("call") == "MPIX_Comm_revoke" && call.at("cases") > 0; };
  const Json& calls = found.at("calls");
  EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), at_shrink)) << "a call that only recoveries make";
}

TEST(Explore, TellsOfAProgramThatFailsWithoutFaults) {
  const Answer answer = explore(Workbench(), with_ending("return 3;"), any_answer);
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("p.json: without any fault it does not keep its own promise: p: "));
}

/// What is said of a program that does something before its last barrier, in the 8th line.
std::string refusal_of(const std::string& deed) {
  const std::string source = R"(
  #include <mpi.h>
  #include <stdio.h>
  #include <x86intrin.h>
  #include <daruma.h>
  int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    DEED MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
  }
)";
  const Answer answer = explore(Workbench(), std::string(source).replace(source.find("DEED"), 4, deed), any_answer);
  EXPECT_EQ(answer.status, 2) << answer.out;
  return answer.err;
}

TEST(Explore, TellsWhereAProgramIsNotTheSameTwice) {
  EXPECT_THAT(refusal_of("daruma_compute(1.0 + __rdtsc());"),
              AllOf(HasSubstr("two runs without faults are not the same"),
                    HasSubstr("process 0 of p is after MPI_Init (1st)"),
                    HasSubstr(" in one, and after MPI_Init (1st)")));
  constexpr const char* as_the_first_ones_address_says = // others' may lie beyond a boundary
      "int here, odd = (unsigned long)&here >> 30 & 1; MPI_Bcast(&odd, 1, MPI_INT, 0, MPI_COMM_WORLD);"
      "if (odd) MPI_Barrier(MPI_COMM_WORLD);";
  EXPECT_THAT(refusal_of(as_the_first_ones_address_says), HasSubstr("MPI_Barrier (1st) at p.c:8"));
  EXPECT_THAT(refusal_of(R"(int here; printf("%p\n", (void*)&here);)"), HasSubstr("only one of them prints \"0x"));
}

TEST(Explore, TellsOfAnAnswerThatIsNone) {
  const Answer answer = explore(Workbench(), with_ending(every_rank_prints), R"({"answer": "p.sum"})");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/explore/answer: the run without faults has no metric \"p.sum\""));
}

TEST(EventDuringACall, KillsThatProcessThere) {
  const auto said = Workbench().said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      for (int i = 0; i < 3; ++i) MPI_Barrier(MPI_COMM_WORLD);
      printf("through\n");
      MPI_Finalize();
      return 0;
    })",
                                     2, "", R"("events": [{"during": {"job": "p", "process": 1, "call": "MPI_Barrier",
                                     "occurrence": 3}, "kill": "p", "processes": [1]}],)");
  EXPECT_THAT(said, testing::ElementsAre("1 died: killed", "0: through"));
}

TEST(EventDuringACall, IsLaterByItsDelay) {
  const auto events =
      Workbench().events(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      MPI_Barrier(MPI_COMM_WORLD);
      sleep(2);
      MPI_Finalize();
      return 0;
    })",
                         2, "", R"("events": [{"during": {"job": "p", "process": 1, "call": "MPI_Barrier",
                                         "part": "after", "delay": "1s"}, "kill": "p", "processes": [1]}],)");
  EXPECT_THAT(events, testing::Contains(testing::ContainsRegex("^1[.]0000.* death 1: killed")));
}

} // namespace
} // namespace daruma::explore::test
