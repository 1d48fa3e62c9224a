// One process of a run in gdb, which is led by commands on its standard input.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

constexpr const char* stepping_program = R"(#include <mpi.h>
#include <mpi-ext.h>
#include <stdio.h>
#include <daruma.h>
int rank;
int shared = 7;
static int step;
static void work(int n) {
  int local = 100 * rank + n;
  step = n;
  int error = MPI_Barrier(MPI_COMM_WORLD);
  if (error != MPI_SUCCESS) printf("%d: error\n", local);
  daruma_compute(1e9);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  shared += rank;
  for (int i = 1; i <= 3; ++i) work(i);
  if (argc > 1) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (argc > 1 && rank == 2) MPI_Recv(&step, 1, MPI_INT, argv[1][0] == 'h' ? 0 : 7, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
)";

std::string during(int process, const std::string& call, int occurrence, const std::string& part) {
  return fmt::format(R"({{"during": {{"job": "p", "process": {0}, "call": "{1}", "occurrence": {2}, "part": "{3}"}},
                         "kill": "p", "processes": [{0}]}})",
                     process, call, occurrence, part);
}

class Debugger : public testing::Test {
protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "which takes all addresses";
#endif
    if (bench_.shell("gdb -batch -ex run /bin/true").out.find("exited normally") == std::string::npos)
      GTEST_SKIP() << "gdb cannot watch a program here";
    bench_.write("p.c", stepping_program);
    ASSERT_EQ(bench_.call("cc p.c -o p.so").status, 0);
    write("");
  }

  /// The scenario with these events, and what else the job has.
  void write(const std::string& events, const std::string& job = "") const {
    bench_.write("p.json", fmt::format(R"({{"name": "p", "machine": {{"use": "laptop", "cores": 64}},
        "jobs": [{{"name": "p", "program": "p.so", "ranks": 4 {}}}], "events": [{}]}})",
                                       job, events));
  }

  /// What is said by gdb and its program when these commands are typed, one a line.
  Answer debug(const std::string& rank, const std::string& commands, const std::string& words = "") const {
    bench_.write("commands", commands);
    return bench_.shell("HOME=. daruma run p.json --debug " + rank + " " + words + " <commands 2>&1");
  }

  /// The values that are printed, in order.
  static std::vector<std::string> values(const Answer& answer) {
    std::vector<std::string> all;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);)
      if (const auto at = line.find("$"); at != std::string::npos && line.find(" = ", at) != std::string::npos)
        all.push_back(line.substr(line.find(" = ", at) + 3));
    return all;
  }

  const Workbench bench_;
};

constexpr const char* print_all = "print rank\nprint shared\nprint step\n";

TEST_F(Debugger, StopsAtMainWhereNothingHappens) {
  const Answer answer = debug("2", "bt\ncontinue\n");
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("process 2 of p alone"), HasSubstr(" main (argc=1, argv="), HasSubstr("at p.c:16\n"),
                    HasSubstr("p    p.so       4"), HasSubstr("exited normally")));
}

TEST_F(Debugger, HasBreakpointsOfTheProcessAlone) {
  const Answer answer = debug("2", std::string("break p.c:12\ncontinue\nbt\nprint local\n") + print_all +
                                       "continue\nprint local\nnext\nnext\nnext\nnext\nbt\ncontinue\ncontinue\n");
  EXPECT_THAT(values(answer), ElementsAre("201", "2", "9", "1", "202"));
  EXPECT_THAT(answer.out, AllOf(HasSubstr("#0  work (n=1) at p.c:12\n"), HasSubstr(" in main (argc=1, argv="),
                                HasSubstr(" at p.c:20\n"), HasSubstr("exited normally")));
}

TEST_F(Debugger, StopsAtTheMomentOfAnEvent) {
  const std::vector<std::pair<std::string, std::string>> parts{
      {"before", "#2  0x[0-9a-f]+ in work \\(n=2\\) at p.c:11"},
      {"inside", "#2  0x[0-9a-f]+ in work \\(n=2\\) at p.c:11"},
      {"after", "#2  0x[0-9a-f]+ in work \\(n=2\\) at p.c:13"}};
  for (const auto& [part, frame] : parts) {
    write(during(1, "MPI_Barrier", 2, part));
    const Answer answer = debug("1", std::string("print local\n") + print_all + "break p.c:8\ncontinue\n");
    EXPECT_THAT(answer.out, AllOf(HasSubstr(fmt::format("process 1 of p is {} MPI_Barrier (2nd)", part)),
                                  testing::ContainsRegex(frame), HasSubstr("process 1: killed")));
    EXPECT_THAT(values(answer), ElementsAre("102", "1", "8", "2")) << part;
  }
}

TEST_F(Debugger, ShowsWhereAProcessWaitsWhenAnEventComesToAnother) {
  write(during(1, "MPI_Barrier", 2, "inside"));
  const Answer answer =
      debug("2", std::string("bt\nprint local\n") + print_all + "out\nnext\nprint error\nnext\nnext\nbt\n");
  EXPECT_THAT(answer.out, AllOf(HasSubstr("process 1 of p is inside MPI_Barrier (2nd)"),
                                testing::ContainsRegex("#3 .* in main \\(argc=1, .*\\) at p.c:20\n"),
                                HasSubstr("13\t  daruma_compute(1e9);\n"), HasSubstr("#0  work (n=2) at p.c:14\n")));
  ASSERT_EQ(values(answer).size(), 5U) << answer.out;
  EXPECT_THAT(values(answer), ElementsAre("202", "2", "9", "2", Not("0")));
}

TEST_F(Debugger, StopsBeforeOwnEventsRatherThanThoseOfOthers) {
  write(during(1, "MPI_Barrier", 1, "before") + ", " + during(2, "MPI_Barrier", 2, "before"));
  EXPECT_THAT(values(debug("2", print_all)), ElementsAre("2", "9", "2"));
  EXPECT_THAT(values(debug("3", std::string(print_all) + "continue\n" + print_all)),
              ElementsAre("0", "7", "0", "3", "10", "2"))
      << "which begins later than the first event comes";
}

TEST_F(Debugger, StopsWhereTheProcessHangs) {
  write("", R"(, "arguments": ["hang"])");
  const Answer answer = debug("2", std::string("continue\nbt\n") + print_all + "continue\n");
  EXPECT_THAT(values(answer), ElementsAre("2", "9", "3"));
  EXPECT_THAT(answer.out, AllOf(HasSubstr("no process can go on, at "), HasSubstr(" at p.c:22\n"),
                                HasSubstr("process 2  main at p.c:22 > MPI_Recv"), HasSubstr("exited with code 03")));
}

TEST_F(Debugger, StopsWhereTheProcessAborts) {
  write("", R"(, "arguments": ["fatal"])");
  const Answer answer = debug("2", std::string("continue\nbt\n") + print_all);
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("MPI_Recv under MPI_ERRORS_ARE_FATAL: MPI_ERR_RANK"), HasSubstr(" at p.c:22\n")));
  EXPECT_THAT(values(answer), ElementsAre("2", "9", "3"));
}

TEST_F(Debugger, KnowsOneCopyOfAProgramThatIsLoadedOncePerProcess) {
  bench_.write("t.c", R"(#include <mpi.h>
__thread int mine;
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &mine);
  MPI_Finalize();
  return 0;
}
)");
  ASSERT_EQ(bench_.call("cc -ftls-model=initial-exec t.c -o p.so").status, 0);
  const Answer answer = debug("2", "break t.c:6\ncontinue\nprint mine\ncontinue\n");
  EXPECT_THAT(values(answer), ElementsAre("2"));
  EXPECT_THAT(answer.out, AllOf(HasSubstr("file t.c, line 6."), Not(HasSubstr("Error while reading"))));
}

TEST_F(Debugger, StopsWhereTheRunIsCut) {
  const Answer answer = debug("2", std::string("continue\nprint n\n") + print_all, "--until 0.00001s");
  EXPECT_THAT(answer.out, AllOf(HasSubstr("the run is cut by --until, at 10us"), HasSubstr("in work (n=1) at p.c:13")));
  EXPECT_THAT(values(answer), ElementsAre("1", "2", "9", "1"));
}

TEST_F(Debugger, ChangesNothing) {
  write(during(1, "MPI_Barrier", 2, "inside"));
  EXPECT_THAT(debug("2", "break p.c:14\ncontinue\ncontinue\ncontinue\n", "--out watched").out,
              HasSubstr("exited normally"));
  ASSERT_EQ(bench_.call("run p.json --out plain").status, 0);
  EXPECT_EQ(bench_.shell("cmp watched/result.json plain/result.json && cmp watched/trace.json plain/trace.json").status,
            0);
}

TEST_F(Debugger, NamesTheJobWhereThereAreSeveral) {
  bench_.write("p.json", R"({"name": "p", "machine": {"use": "laptop", "cores": 64}, "jobs": [
      {"name": "a", "program": "p.so", "ranks": 2}, {"name": "b", "program": "p.so", "ranks": 3}]})");
  EXPECT_THAT(values(debug("b:2", std::string("break p.c:12\ncontinue\n") + print_all)), ElementsAre("2", "9", "1"));
  const Answer answer = debug("1", "");
  EXPECT_EQ(answer.status, 2);
  EXPECT_EQ(answer.out, "daruma: --debug takes JOB:RANK where there are several jobs; these are \"a\" and \"b\"\n");
}

TEST_F(Debugger, RefusesWhatItCannotShow) {
  const auto refusal = [this](const std::string& words, int status = 2) {
    const Answer answer = bench_.call("run p.json --debug " + words);
    EXPECT_EQ(answer.status, status) << words;
    return answer.err;
  };
  EXPECT_EQ(refusal("4"), "daruma: --debug takes a rank of p from 0 to 3, got \"4\"\n");
  EXPECT_EQ(refusal("all"), "daruma: --debug takes a rank of p from 0 to 3, got \"all\"\n");
  EXPECT_EQ(refusal("q:1"), "daruma: --debug: unknown job \"q\"; known: \"p\"\n");
  EXPECT_THAT(refusal("1 --fidelity fast"), HasSubstr("--debug is of runs with ranks"));
  EXPECT_THAT(refusal("1 --on openmpi"), HasSubstr("--debug is of simulations"));
  EXPECT_THAT(refusal("1 --replicas 2"), HasSubstr("--debug is of a single run"));
  EXPECT_THAT(refusal("1 --json"), HasSubstr("not of --json"));
  EXPECT_THAT(bench_.call("run quickstart --debug 1").err, HasSubstr("quake runs the model dyprc-sendrecv"));
  EXPECT_EQ(refusal("1 --set /jobs/0/program=no.so"), bench_.call("run p.json --set /jobs/0/program=no.so").err);
  const Answer without = bench_.shell("program=$(command -v daruma); PATH=/nowhere \"$program\" run p.json --debug 1");
  EXPECT_EQ(without.status, 4);
  EXPECT_EQ(without.err, "daruma: gdb, which --debug starts, is missing; on Debian: apt install gdb\n");
}

} // namespace
} // namespace daruma::hosting::test
