// What becomes of a job array's pieces, with commands in place of Slurm's that answer as slowly as the test wants.
#include "sim/core/temporary_folder.hpp"
#include "sim/study/slurm_tasks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace daruma::study {
namespace {

namespace fs = std::filesystem;

class SlurmTasksTest : public testing::Test {
protected:
  SlurmTasksTest() { ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1); }
  ~SlurmTasksTest() override { ::setenv("PATH", path_.c_str(), 1); }

  void command(const std::string& name, const std::string& script) const {
    const fs::path file = folder_.path() / name;
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
  }
  SlurmArray array() const { return {folder_.path() / "array", "test", {"/bin/true"}}; }

private:
  const TemporaryFolder folder_;
  const std::string path_ = std::getenv("PATH");
};

TEST_F(SlurmTasksTest, PiecesThatComeWhileTheQueueIsAskedForTheLastTimeAreTaken) {
  command("sbatch", "echo 7");
  command("squeue", "sleep 0.3; echo made >'" + (array().folder / "pieces/1.json").string() + "'");
  SlurmTasks tasks({"work"}, {"1"}, array());
  const auto pieces = tasks.finished_within(Seconds(0.1));
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].text, "made\n");
  EXPECT_TRUE(tasks.is_done());
  EXPECT_FALSE(tasks.has_lost());
}

TEST_F(SlurmTasksTest, PiecesOfWhichNothingIsLeftInTheQueueAreLost) {
  command("sbatch", "echo 7");
  command("squeue", "true");
  SlurmTasks tasks({"work"}, {"1", "2"}, array());
  std::ofstream(array().folder / "pieces/2.json") << "made";
  EXPECT_EQ(tasks.finished_within(Seconds(0.1)).size(), 1u);
  EXPECT_FALSE(tasks.is_done());
  EXPECT_TRUE(tasks.finished_within(Seconds(5)).empty());
  EXPECT_TRUE(tasks.is_done());
  EXPECT_TRUE(tasks.has_lost());
}

} // namespace
} // namespace daruma::study
