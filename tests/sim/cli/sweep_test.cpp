// Sweeps as a user meets them: the same rows however they are made, and nothing lost whatever happens to them.
#include "tests/sim/cli/command_line.hpp"
#include "tests/sim/cli/swept.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Sweep : public CommandLine {
protected:
  Sweep() {
    nlohmann::json stencil = nlohmann::json::parse(read(scenario("spare-stencil")));
    stencil["failures"] = {{"law", "exponential"}, {"node_mtbf", "30s"}};
    stencil["jobs"][0]["arguments"]["steps"] = 4;
    stencil.erase("events");
    stencil.erase("expect");
    std::ofstream(folder_ / "stencil.json") << stencil;
  }

  std::filesystem::path file(const std::string& out) const { return folder_ / out / "sweep.sqlite"; }

  std::string rows(const std::string& out) const { return rows_of(file(out)); }
  int count_runs(const std::string& out) const { return runs_in(file(out)); }

  std::string error_of(const std::string& arguments) const {
    const Answer answer = call("sweep " + arguments);
    EXPECT_EQ(answer.status, 2) << arguments;
    return answer.err;
  }

  const std::string fast_ = "sweep stencil.json --fidelity fast --vary /jobs/0/arguments/method=0d,1d --replicas 20 ";
  const std::string ranks_ = "sweep stencil.json --vary /jobs/0/arguments/method=0d,1d --replicas 3 ";
};

TEST_F(Sweep, RowsAreTheSameWhateverTheNumberOfWorkers) {
  ASSERT_EQ(call(fast_ + "--workers 1 --out one").status, 0);
  ASSERT_EQ(call(fast_ + "--workers 4 --out four").status, 0);
  EXPECT_EQ(count_runs("one"), 40);
  EXPECT_EQ(rows("one"), rows("four"));
}

TEST_F(Sweep, ShowsMeansWithTheirIntervals) {
  const Answer answer = call(fast_ + "--metric heat.makespan_s --json");
  const auto points = nlohmann::json::parse(answer.out)["points"];
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[1]["values"]["/jobs/0/arguments/method"], "1d");
  EXPECT_EQ(points[1]["runs"], 20);
  const auto& makespan = points[1]["metrics"]["heat.makespan_s"];
  EXPECT_LT(makespan["least"], makespan["mean"]);
  EXPECT_GT(makespan["ci95"], 0);
  EXPECT_THAT(answer.err, IsEmpty());
}

TEST_F(Sweep, MakesAsManyReplicasAsThePrecisionTakesWhateverWasThereBefore) {
  const std::string sweep = "sweep stencil.json --fidelity fast --metric heat.makespan_s ";
  ASSERT_EQ(call(sweep + "--replicas 13 --out more").status, 0);
  ASSERT_EQ(call(sweep + "--precision 0.1 --out more").status, 0);
  ASSERT_EQ(call(sweep + "--precision 0.1 --out anew").status, 0);
  EXPECT_EQ(rows("more"), rows("anew"));
  EXPECT_GT(count_runs("anew"), 13);
  EXPECT_LT(count_runs("anew"), 1000);
}

TEST_F(Sweep, SaysWhereReplicasAreTheSameRun) {
  const std::string same = "sweep '" + scenario("centre") + "' --fidelity fast --out same ";
  EXPECT_THAT(call(same + "--replicas 2").err, HasSubstr("is random: all replicas are the same run\n"));
  EXPECT_THAT(call(same).err, IsEmpty());
}

TEST_F(Sweep, RefusesToGoOnWithALogThatHasChanged) {
  nlohmann::json centre = nlohmann::json::parse(read(scenario("centre")));
  centre["centre"]["log"] = "jobs.swf";
  centre.erase("expect");
  std::ofstream(folder_ / "logged.json") << centre;
  const auto log_of = [this](int run) {
    std::ofstream(folder_ / "jobs.swf") << "1 0 0 " << run << " 8 -1 -1 8 100 -1 1 1 1 1 1 -1 -1 -1\n";
  };
  const std::string sweep = "sweep logged.json --fidelity fast --vary /machine/nodes=1,2 --out logged ";
  log_of(10);
  ASSERT_EQ(call(sweep).status, 0);
  ASSERT_EQ(call(sweep + "--replicas 2").status, 0);
  const std::string before = rows("logged");
  log_of(11);
  const Answer changed = call(sweep + "--replicas 3");
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, HasSubstr("logged/sweep.sqlite is of a sweep before jobs.swf changed: its SHA-256 was "));
  EXPECT_EQ(rows("logged"), before);
  log_of(10);
  EXPECT_EQ(call(sweep + "--replicas 3").status, 0);
}

/// In the middle of the sweep: as soon as its file has grown.
TEST_F(Sweep, GoesOnAfterItWasKilled) {
  const std::string many = "sweep stencil.json --fidelity fast --vary /jobs/0/arguments/method=0d,1d --replicas ";
  ASSERT_EQ(call(many + "3 --out cut").status, 0);
  const auto before = std::filesystem::file_size(file("cut"));
  const std::string line = "cd '" + folder_.string() + "' && exec '" DARUMA_PROGRAM "' " + many + "1500 --out cut";
  const pid_t process = fork();
  if (process == 0) execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  while (std::filesystem::file_size(file("cut")) == before) usleep(100);
  kill(process, SIGKILL);
  int status = 0;
  waitpid(process, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_LT(count_runs("cut"), 3000);
  ASSERT_EQ(call(many + "1500 --out cut").status, 0);
  ASSERT_EQ(call(many + "1500 --out whole").status, 0);
  EXPECT_EQ(rows("cut"), rows("whole"));
}

TEST_F(Sweep, LosesNothingOnAFullDisk) {
  const std::string many = "sweep stencil.json --fidelity fast --workers 1 --out full --replicas ";
  ASSERT_EQ(call(many + "5").status, 0);
  const Answer full = call(many + "300", "ulimit -f 40;");
  EXPECT_EQ(full.status, 4);
  EXPECT_THAT(full.err, HasSubstr("full/sweep.sqlite: "));
  EXPECT_THAT(full.err, HasSubstr("the runs entered before are kept"));
  EXPECT_GE(count_runs("full"), 5);
  ASSERT_EQ(call(many + "30").status, 0);
  EXPECT_GE(count_runs("full"), 30);
}

TEST_F(Sweep, SaysWhereTheSystemHasNoMoreWorkersForIt) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers look at objects through a pipe, which cannot be had here either";
#endif
  const Answer answer =
      call("sweep quickstart --vary /seed=1,2,3,4,5 --replicas 12 --workers 60 --out few", "ulimit -n 34;");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("a pipe to a worker cannot be made: Too many open files"));
}

TEST_F(Sweep, RunsThatBreakAreRowsThatSayWhy) {
  std::ofstream(folder_ / "stuck.json") << R"({
    "name": "stuck", "machine": { "name": "flat", "nodes": 2 },
    "jobs": [{ "name": "a", "program": "stuck.so", "ranks": 2 }] })";
  std::ofstream(folder_ / "stuck.c") << "#include <mpi.h>\n"
                                        "int main(int argc, char** argv) {\n"
                                        "  int rank, x; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                                        "  MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                                        "  MPI_Finalize(); return 0; }\n";
  ASSERT_EQ(call("cc stuck.c -o stuck.so").status, 0);
  const Answer answer = call("sweep stuck.json --vary /seed=1..3 --out stuck");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, HasSubstr("3 runs broke; the first one: deadlock at "));
  EXPECT_EQ(count_runs("stuck"), 3);
  EXPECT_THAT(rows("stuck"), HasSubstr("|deadlock at "));
}

TEST_F(Sweep, BadInputIsNamed) {
  EXPECT_THAT(error_of(""), HasSubstr("sweep needs SCENARIO"));
  EXPECT_THAT(error_of("absent.json"), HasSubstr("no such file"));
  EXPECT_THAT(error_of("stencil.json --vary /jbs/0=1"),
              HasSubstr("stencil.json with /jbs/0=1: /jbs/0: there is no \"/jbs\" to set this in"));
  EXPECT_THAT(error_of("stencil.json --vary /seed=1..2 --vary /jobs/0/spares=5..6"),
              HasSubstr("stencil.json with /seed=1, /jobs/0/spares=6: /jobs/0/ranks: 31 processes do not fit"));
  EXPECT_THAT(error_of("stencil.json --vary /seed=3..1"), HasSubstr("the range from 3 to 1 is empty"));
  EXPECT_THAT(error_of("stencil.json --vary /seed=1 --vary /seed=2"), HasSubstr("/seed: is varied twice"));
  EXPECT_THAT(error_of("stencil.json --replicas 0"), HasSubstr("--replicas takes a whole number from 1"));
  EXPECT_THAT(error_of("stencil.json --precision 1"), HasSubstr("--precision takes a part of the mean"));
  EXPECT_THAT(error_of("stencil.json --workers 0"), HasSubstr("--workers takes"));
  EXPECT_THAT(error_of("stencil.json --engine slurm --workers 2"), HasSubstr("Slurm decides"));
  EXPECT_THAT(error_of("stencil.json --engine slrum"), HasSubstr("unknown engine \"slrum\"; did you mean \"slurm\"?"));
  EXPECT_THAT(error_of("stencil.json --fidelity fast --metric heat.makespan"),
              HasSubstr("did you mean \"heat.makespan_s\"?"));
}

TEST_F(Sweep, OtherFilesAreLeftAsTheyAre) {
  const std::string sweep = "stencil.json --fidelity fast --out other ";
  std::filesystem::create_directory(folder_ / "other");
  std::ofstream(file("other")) << "a letter to a friend, and long enough to be taken for a header of something";
  EXPECT_THAT(error_of(sweep), HasSubstr("other/sweep.sqlite: file is not a database; --out DIR"));
  std::filesystem::remove(file("other"));
  SQLite::Database(file("other").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE mine(x)");
  EXPECT_THAT(error_of(sweep), HasSubstr("is an SQLite file, but none of a sweep"));
  std::filesystem::remove(file("other"));
  ASSERT_EQ(call("sweep " + sweep).status, 0);
  const std::string before = read(file("other"));
  EXPECT_THAT(error_of(sweep + "--vary /seed=1,2"), HasSubstr("is of a sweep with 1 points; this one has 2"));
  EXPECT_THAT(error_of(sweep + "--vary /seed=1"), HasSubstr("varies other places"));
  EXPECT_THAT(error_of(sweep + "--seed 7"), HasSubstr("is of a sweep with another scenario or other values"));
  EXPECT_THAT(error_of("stencil.json --out other"),
              HasSubstr("is of a sweep whose fidelity is fast; this one's is smpi"));
  EXPECT_EQ(read(file("other")), before);
  std::filesystem::resize_file(file("other"), 8000);
  EXPECT_THAT(error_of(sweep), HasSubstr("malformed"));
}

TEST_F(Sweep, AFolderThatCannotBeWrittenIsTheMachinesLack) {
  std::ofstream(folder_ / "taken") << "a file";
  const Answer answer = call("sweep stencil.json --fidelity fast --out taken");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("taken cannot be written"));
  EXPECT_EQ(call("sweep stencil.json --fidelity fast --out /dev/full").status, 4);
}

} // namespace
} // namespace daruma::test
