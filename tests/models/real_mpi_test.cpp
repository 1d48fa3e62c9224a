// The same programs on a real MPI: processes of their own, real files, real time.
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

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

TEST(RealMpi, ACProgramResizes) {
  const RunDirectory run;
  run.write("commands", "2\n4\n");
  ASSERT_EQ(run.start(DYPRC_SKELETON, 3), 0) << run.read("output");
  EXPECT_EQ(run.read("answer"), "4\n");
}

} // namespace
