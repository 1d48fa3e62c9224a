// Exactly the processes of a run are ended, however they hide, and nobody else.
#include "sim/run/real/processes.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>

namespace daruma::real {
namespace {

namespace fs = std::filesystem;

class ProcessesTest : public testing::Test {
protected:
  ProcessesTest() {
    std::string name = fs::temp_directory_path() / "daruma-processes-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~ProcessesTest() override { fs::remove_all(folder_); }

  pid_t start_shell(const std::string& script, const fs::path& run) const {
    return start({{"/bin/sh", "-c", script}, {{"DARUMA_RUN", run.string()}}}, folder_ / "output");
  }

  /// The number that a script wrote into a file.
  pid_t written(const char* file) const {
    for (int patience = 0; patience < 500; ++patience) {
      pid_t pid = 0;
      if (std::ifstream(folder_ / file) >> pid) return pid;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << file << " was not written";
    return 0;
  }

  static int wait_for(pid_t child) {
    for (;;) {
      if (const auto status = collect(child)) return *status;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  /// Whether it ends within five seconds: who is killed takes a moment.
  static bool ends(const Process& process) {
    for (int patience = 0; patience < 1000 && !process.has_ended(); ++patience)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return process.has_ended();
  }

  fs::path folder_;
};

TEST_F(ProcessesTest, AChildsStatusIsThatOfAShell) {
  EXPECT_EQ(wait_for(start_shell("exit 3", folder_)), 3);
  EXPECT_EQ(wait_for(start_shell("kill -9 $$", folder_)), 128 + 9);
}

TEST_F(ProcessesTest, OutputGoesToTheFile) {
  wait_for(start_shell("echo one; echo two >&2", folder_));
  std::string first;
  std::string second;
  std::ifstream(folder_ / "output") >> first >> second;
  EXPECT_EQ(first + second, "onetwo");
}

TEST_F(ProcessesTest, AProcessIsSeenToEnd) {
  const pid_t child = start_shell("sleep 100", folder_);
  const Process process(child);
  EXPECT_FALSE(process.has_ended());
  process.kill();
  EXPECT_EQ(wait_for(child), 128 + 9);
  EXPECT_TRUE(process.has_ended());
}

TEST_F(ProcessesTest, EndingARunReachesOrphansInOtherSessionsAndSparesOthers) {
  const std::string folder = folder_.string();
  const pid_t ours = start_shell("setsid sh -c 'echo $$ > " + folder + "/orphan; exec sleep 100' & sleep 100", folder_);
  const pid_t others = start_shell("sleep 100", folder_ / "another");
  const Process orphan(written("orphan"));
  end_all_of(folder_);
  EXPECT_EQ(wait_for(ours), 128 + 9);
  EXPECT_TRUE(ends(orphan));
  EXPECT_FALSE(collect(others).has_value());
  end_all_of(folder_ / "another");
  EXPECT_EQ(wait_for(others), 128 + 9);
}

} // namespace
} // namespace daruma::real
