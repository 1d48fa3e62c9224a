// The folder of a run: its files change as one or not at all, and what keeps them from being written is known before
// the run.
#include "sim/cli/command_line.hpp"
#include "sim/cli/result_folder.hpp"
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace daruma::test {
namespace {

using testing::HasSubstr;

class ResultFolderTest : public CommandLine {
protected:
  std::set<std::string> names(const std::string& folder = "out") const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder))
      found.insert(entry.path().filename());
    return found;
  }
  std::string quickstart(const std::string& words, const std::string& before = "") const {
    const Answer answer = call("run quickstart --out out " + words, before);
    return answer.status == 0 ? "" : answer.err;
  }
  std::uint64_t seed() const { return nlohmann::json::parse(read(folder_ / "out/result.json"))["seed"]; }

  const std::set<std::string> all_{"command.txt", "output", "result.json", "table.txt", "trace.json"};
};

results::Result named(const std::string& name) {
  results::Result result;
  result.scenario_json = "{}";
  result.events.push_back(results::Event{Seconds(0), "start", name, -1, ""});
  return result;
}

TEST_F(ResultFolderTest, HasTheFilesOfTheLastRunAndNothingElse) {
  EXPECT_EQ(quickstart("--seed 5"), "");
  EXPECT_EQ(names(), all_);
  EXPECT_EQ(quickstart("--seed 6"), "");
  EXPECT_EQ(names(), all_);
  EXPECT_EQ(seed(), 6U);
  EXPECT_EQ(read(folder_ / "out/command.txt"), "daruma run quickstart --out out --seed 6\n");
}

TEST_F(ResultFolderTest, IsAsBeforeWhereTheDiskIsFull) {
  ASSERT_EQ(quickstart("--seed 5"), "");
  const std::string result = read(folder_ / "out/result.json");
  const std::string trace = read(folder_ / "out/trace.json");
  ASSERT_GT(trace.size(), result.size() + 2048);
  const std::string blocks = std::to_string(result.size() / 512 + 2); // room for the result, not for the trace
  const std::string error = quickstart("--seed 6", "ulimit -f " + blocks + ";");
  EXPECT_THAT(error, HasSubstr("trace.json cannot be written: File too large"));
  EXPECT_EQ(read(folder_ / "out/result.json"), result);
  EXPECT_EQ(read(folder_ / "out/trace.json"), trace);
  EXPECT_EQ(names(), all_);
}

TEST_F(ResultFolderTest, FollowsNoLinkThatSomebodyLaidThere) {
  std::filesystem::create_directory(folder_ / "out");
  std::ofstream(folder_ / "victim") << "precious";
  for (const char* const name :
       {"result.json", "result.json.unfinished", "trace.json.unfinished", "table.txt", "command.txt"})
    std::filesystem::create_symlink(folder_ / "victim", folder_ / "out" / name);
  EXPECT_EQ(quickstart(""), "");
  EXPECT_EQ(read(folder_ / "victim"), "precious");
}

TEST_F(ResultFolderTest, TakesAwayWhatAKilledRunHasLeftAndNotWhatALivingOneNeeds) {
  for (const char* const name : {"out/.unfinished-dead", "out/.unfinished-living"}) {
    std::filesystem::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "trace.json") << "half";
  }
  const int living = open((folder_ / "out/.unfinished-living").c_str(), O_RDONLY);
  ASSERT_EQ(flock(living, LOCK_EX), 0);
  const cli::ResultFolder one(folder_ / "out", "daruma run one");
  EXPECT_EQ(names(), std::set<std::string>{".unfinished-living"});
  close(living);
}

TEST_F(ResultFolderTest, HasOneRunsFilesWhereSeveralWriteThem) {
  const auto write = [this](const std::string& name) {
    const cli::ResultFolder folder(folder_ / "out", name);
    for (int i = 0; i < 100; ++i) folder.replace(named(name), name);
  };
  std::thread other(write, "other");
  write("one");
  other.join();
  const std::string last = read(folder_ / "out/table.txt");
  for (const char* const name : {"out/result.json", "out/trace.json", "out/command.txt"})
    EXPECT_THAT(read(folder_ / name), HasSubstr(last));
}

TEST_F(ResultFolderTest, IsNotLeftWhereARunIsRefused) {
  EXPECT_NE(quickstart("--fidelity fast"), "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

/// Whether the program has run: it leaves a file.
TEST_F(ResultFolderTest, IsKnownToBeUnwritableBeforeTheRun) {
  std::ofstream(folder_ / "p.c") << "#include <mpi.h>\n#include <stdio.h>\nint main(int c, char** v) {"
                                    " MPI_Init(&c, &v); fclose(fopen(\"ran\", \"w\")); MPI_Finalize(); return 0; }\n";
  std::ofstream(folder_ / "file") << "no folder";
  ASSERT_EQ(call("cc p.c -o p").status, 0);
  const Answer answer = call("mpirun -np 1 --out file/out ./p");
  EXPECT_EQ(answer.status, 4);
  EXPECT_EQ(answer.err, "daruma: file/out cannot be written: Not a directory\n");
  const Answer run = call("run quickstart --out file");
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "daruma: file cannot be written: Not a directory\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ran"));
  EXPECT_EQ(call("mpirun -np 1 --out out ./p").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "ran"));
}

} // namespace
} // namespace daruma::test
