// The same programs on a real MPI: processes of their own, real files, real time.
#include "tests/models/migration/serial_laplace.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// The directory of one run, and what it takes to start the run.
class RunDirectory {
public:
  RunDirectory() {
    std::string pattern = fs::temp_directory_path() / "daruma-run-XXXXXX";
    directory_ = mkdtemp(pattern.data());
  }
  ~RunDirectory() { fs::remove_all(directory_); }

  void write(const char* file, const std::string& content) const { std::ofstream(directory_ / file) << content; }

  std::string read(const char* file) const {
    std::ostringstream content;
    content << std::ifstream(directory_ / file).rdbuf();
    return content.str();
  }

  /// Exit status of mpirun; its output goes to the file "output".
  int start(const std::string& program, int processes) const {
    const std::string command = "DARUMA_RUN=" + directory_.string() +
                                " OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout -s KILL 60 "
                                "mpirun.openmpi --oversubscribe --mca async_mpi_finalize 1 --mca btl self,tcp "
                                "--mca btl_tcp_if_include lo -n " +
                                std::to_string(processes) + " " + program + " > " + (directory_ / "output").string() +
                                " 2>&1";
    return std::system(command.c_str());
  }

private:
  fs::path directory_;
};

struct Row {
  int loop, ranks, length;
};

std::vector<Row> rows_of(const std::string& output) {
  std::vector<Row> rows;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    Row row{};
    if (std::sscanf(line.c_str(), "MPI_Sendrecv(%d/2) comm_size %d, len %d", &row.loop, &row.ranks, &row.length) == 3)
      rows.push_back(row);
  }
  return rows;
}

TEST(RealMpi, SendrecvGrowsAndShrinksAndGoesOnWhereItWas) {
  const RunDirectory run;
  run.write("job", "model=dyprc-sendrecv\n");
  run.write("arguments", "loops=2\nlargest_message=8B\n");
  run.write("commands", "8\n3\n");
  ASSERT_EQ(run.start(DARUMA_RUNNER, 4), 0) << run.read("output");
  const auto rows = rows_of(run.read("output"));
  ASSERT_EQ(rows.size(), 8u) << run.read("output");
  std::vector<int> ranks;
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(rows[i].loop, i / 4);
    EXPECT_EQ(rows[i].length, 1 << (i % 4));
    ranks.push_back(rows[i].ranks);
  }
  EXPECT_THAT(ranks, ElementsAre(4, 8, 3, 3, 3, 3, 3, 3));
  EXPECT_EQ(run.read("answer"), "3\n");
}

TEST(RealMpi, CheckpointsSurviveTheRunAndAreTakenUpByTheNext) {
  const RunDirectory run;
  run.write("job", "model=dyprc-iterate\nrecovery=rerun\ncheckpoint_every=2\ncheckpoint_size=4KiB\n");
  run.write("arguments", "iterations=4\nwork=1Mf\n");
  ASSERT_EQ(run.start(DARUMA_RUNNER, 3), 0) << run.read("output");
  run.write("arguments", "iterations=6\nwork=1Mf\n");
  ASSERT_EQ(run.start(DARUMA_RUNNER, 3), 0) << run.read("output");
  const std::string output = run.read("output");
  EXPECT_EQ(output.find("==== MPI_main3 "), std::string::npos) << output;
  EXPECT_NE(output.find("==== MPI_main2 "), std::string::npos) << output;
}

TEST(RealMpi, AStencilJobExchangesHalosWithIdleSparesBesideIt) {
  const RunDirectory run;
  run.write("job", "model=spares-stencil\nrecovery=spare\n");
  run.write("arguments", "grid=2x2\nspares=2d-1\nsteps=3\nmessage=128KiB\n");
  ASSERT_EQ(run.start(DARUMA_RUNNER, 6), 0) << run.read("output");
  EXPECT_THAT(run.read("log.0"), ::testing::HasSubstr("metric 3 steps")) << run.read("output");
}

TEST(RealMpi, AStencilJobStoresWhatItsRanksReceive) {
  const RunDirectory run;
  run.write("job", "model=spares-stencil\nrecovery=spare\n");
  run.write("arguments", "grid=2x2\nspares=2d-1\nsteps=3\nmessage=128KiB\nstart=free\nrollback=alone\n");
  ASSERT_EQ(run.start(DARUMA_RUNNER, 6), 0) << run.read("output");
  EXPECT_THAT(run.read("log.5"), ::testing::HasSubstr("metric 24 events")) << run.read("output");
}

/// Computes for ever beside the job, until the test is over.
class CpuHog {
public:
  CpuHog() : process_(fork()) {
    if (process_ == 0)
      for (volatile long turns = 0;; turns = turns + 1) {}
  }
  CpuHog(const CpuHog&) = delete;
  CpuHog& operator=(const CpuHog&) = delete;
  ~CpuHog() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

private:
  pid_t process_;
};

/// From the log of any process.
std::optional<double> metric(const RunDirectory& run, const std::string& name, int processes) {
  for (int process = 0; process < processes; ++process) {
    std::istringstream log(run.read(("log." + std::to_string(process)).c_str()));
    for (std::string line; std::getline(log, line);) {
      std::istringstream words(line);
      std::string kind;
      std::string what;
      double value = 0;
      if (words >> kind >> value >> what && kind == "metric" && what == name) return value;
    }
  }
  return std::nullopt;
}

/// Three orders: a rank away from the controller, one of another process, and the first one once more.
TEST(RealMpi, TheSolverMigratesByOrderBesideAHogAndIsRight) {
  const CpuHog hog;
  for (const char* source : {"system", "progress"}) {
    const RunDirectory run;
    run.write("job", "model=migr-laplace\ncore_speed=1Tf/s\n");
    run.write("arguments",
              std::string("size=64\niterations=100\nactive=2\nper_node=4\nchkpt_every=10\nload=") + source + "\n");
    run.write("commands", "migrate 0\nmigrate 1\nmigrate 0\n");
    ASSERT_EQ(run.start(DARUMA_RUNNER, 4), 0) << run.read("output");
    const auto serial = daruma::models::test::solved_serially(64, 100);
    EXPECT_EQ(metric(run, "migrations", 4), 3);
    EXPECT_EQ(metric(run, "iterations", 4), 100);
    EXPECT_DOUBLE_EQ(metric(run, "mean", 4).value_or(0), serial.mean());
    EXPECT_NEAR(metric(run, "residual", 4).value_or(0), serial.residual, 1e-12 * serial.residual);
  }
}

TEST(RealMpi, ACProgramMigrates) {
  const RunDirectory run;
  run.write("commands", "migrate 0\nmigrate 1\n");
  EXPECT_EQ(run.start(MIGRATABLE_SKELETON, 3), 0) << run.read("output");
}

TEST(RealMpi, ACProgramResizes) {
  const RunDirectory run;
  run.write("commands", "2\n4\n");
  ASSERT_EQ(run.start(DYPRC_SKELETON, 3), 0) << run.read("output");
  EXPECT_EQ(run.read("answer"), "4\n");
}

} // namespace
