// A scenario run for real beside the same scenario simulated: what a user sees of both worlds.
//
// Which tests there are depends on the MPI: with ULFM processes are killed, without it the refusal is tested.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

struct Answer {
  int status;
  std::string err;
  json result;
};

class RealRun : public testing::Test {
protected:
  RealRun() {
    std::string name = fs::temp_directory_path() / "daruma-real-run-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~RealRun() override { fs::remove_all(folder_); }

  static std::string command(const std::string& words) {
    return "'" DARUMA_PROGRAM "' run " DARUMA_SOURCE_DIR "/scenarios/" + words;
  }
  static std::string for_real(const std::string& words) {
    return command(words) + " --on openmpi --runner '" DARUMA_RUNNER "'";
  }

  Answer call(const std::string& command) const {
    const std::string line = "cd '" + folder_.string() + "' && " + command + " --out here >out 2>err";
    Answer answer{};
    answer.status = WEXITSTATUS(std::system(line.c_str()));
    answer.err = read(folder_ / "err");
    answer.result = json::parse(read(folder_ / "here" / "result.json"), nullptr, false);
    return answer;
  }

  static bool has_ulfm() {
    static const bool has = [] {
      FILE* pipe = popen("'" DARUMA_RUNNER "' about", "r");
      std::array<char, 4096> text{};
      fread(text.data(), 1, text.size() - 1, pipe);
      pclose(pipe);
      return std::string(text.data()).find("ulfm=1") != std::string::npos;
    }();
    return has;
  }

  fs::path folder_;
};

/// Names and types of everything in a value, without its numbers and texts; of a list, of all its items together.
void describe(const json& value, const std::string& path, std::set<std::string>& shape) {
  shape.insert(path + ": " + (value.is_number() ? "number" : value.type_name()));
  if (value.is_object())
    for (const auto& [name, member] : value.items()) // what stands in brackets says when it was measured
      describe(member, path + "/" + name.substr(0, name.find('[')), shape);
  if (value.is_array())
    for (const auto& item : value) describe(item, path + "/*", shape);
}

/// What a reader of results relies on. The names of the versions differ, as what ran differs.
std::set<std::string> shape_of(json result) {
  result.erase("versions");
  result.erase("scenario");
  std::set<std::string> shape;
  describe(result, "", shape);
  return shape;
}

/// The sizes that the job went through, as its restarts tell.
std::vector<std::string> sizes(const json& result) {
  std::vector<std::string> all;
  for (const auto& event : result["events"])
    if (event["kind"] == "restart") all.push_back(event["text"]);
  return all;
}

/// The loops that were worked on, in the order in which each was first.
std::vector<int> loops(const json& result) {
  std::vector<int> all;
  for (const auto& event : result["events"]) {
    int loop = 0;
    if (event["kind"] != "print" ||
        std::sscanf(event["text"].get<std::string>().c_str(), "MPI_Sendrecv(%d/", &loop) != 1)
      continue;
    if (std::find(all.begin(), all.end(), loop) == all.end()) all.push_back(loop);
  }
  return all;
}

std::set<std::string> kinds(const json& result) {
  std::set<std::string> all;
  for (const auto& event : result["events"]) all.insert(event["kind"]);
  return all;
}

/// Small enough for two cores; what happens in it stays.
const std::string small = " --set /jobs/0/checkpoint/size=1MiB --set /jobs/0/arguments/largest_message=1KiB --set "
                          "/jobs/0/arguments/window=5ms";
const std::string soon = " --set /events/1/after/delay=50ms";
const std::string without_failure = " --set '/events=[{\"at\": \"15ms\", \"resize\": \"quake\", \"to\": 16}]'";

TEST_F(RealRun, WithoutFailuresBothWorldsGoThroughTheSame) {
  const Answer real = call(for_real("quickstart.json" + small + without_failure));
  ASSERT_EQ(real.status, 0) << real.err;
  const Answer simulated = call(command("quickstart.json" + small + without_failure));
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_THAT(sizes(real.result), ElementsAre("32->16"));
  EXPECT_EQ(sizes(real.result), sizes(simulated.result));
  EXPECT_THAT(loops(real.result), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(loops(real.result), loops(simulated.result));
  EXPECT_EQ(kinds(real.result), kinds(simulated.result));
  EXPECT_EQ(real.result["metrics"]["quake.ranks_at_end"], 16);
  EXPECT_THAT(real.result["versions"]["mpi"], HasSubstr("Open MPI"));
}

TEST_F(RealRun, ResultsHaveOneSchema) {
  const Answer real = call(for_real("quickstart.json" + small + without_failure));
  ASSERT_EQ(real.status, 0) << real.err;
  const json trace = json::parse(read(folder_ / "here" / "trace.json"));
  EXPECT_FALSE(trace["traceEvents"].empty());
  EXPECT_THAT(read(folder_ / "out"), HasSubstr(read(folder_ / "here" / "table.txt").substr(0, 200)));
  const Answer simulated = call(command("quickstart.json" + small + without_failure));
  EXPECT_EQ(real.result["schema_version"], simulated.result["schema_version"]);
  EXPECT_EQ(real.result["scenario"], simulated.result["scenario"]);
  EXPECT_EQ(shape_of(real.result), shape_of(simulated.result));
}

TEST_F(RealRun, AJobGrowsBySpawnAndShrinksAgain) {
  const Answer real = call(for_real("dyprc-fig4.json --set /jobs/0/ranks=4 --set /events/0/to=8 --set /events/1/to=3 "
                                    "--set /events/2/to=4 --set /events/0/at=5ms --set /events/1/after/delay=5ms --set "
                                    "/events/2/after/delay=5ms --set /jobs/0/arguments/largest_message=256B"));
  EXPECT_EQ(real.status, 0) << real.err;
  EXPECT_THAT(sizes(real.result), ElementsAre("4->8", "8->3", "3->4"));
}

TEST_F(RealRun, SeveralJobsRunBesideEachOther) {
  const Answer real = call(
      for_real("quickstart.json" + small +
               " --set '/jobs=[{\"name\": \"quake\", \"model\": \"dyprc-iterate\", \"ranks\": 3}, {\"name\": "
               "\"flood\", \"model\": \"dyprc-iterate\", \"ranks\": 2, \"start\": \"0.2s\"}]' --set '/events=[]'"));
  ASSERT_EQ(real.status, 0) << real.err;
  EXPECT_EQ(real.result["metrics"]["flood.finished"], 1);
  EXPECT_GE(real.result["jobs"][1]["start_s"], 0.2);
}

TEST_F(RealRun, AJobThatLostARankIsRunAgainFromItsCheckpointWithAnyMpi) {
  const Answer real = call(for_real(
      "quickstart.json --set /jobs/0/model=dyprc-iterate --set /jobs/0/ranks=3 --set /jobs/0/recovery=rerun --set "
      "'/jobs/0/arguments={\"iterations\": 50, \"work\": \"1Gf\"}' --set /machine/core_speed=20Gf/s --set "
      "/jobs/0/checkpoint/size=1KiB --set '/events=[{\"at\": \"1.5s\", \"kill\": \"quake\", \"ranks\": [1]}]'"));
  ASSERT_EQ(real.status, 0) << real.err;
  EXPECT_EQ(real.result["metrics"]["quake.reruns"], 1);
  EXPECT_EQ(real.result["metrics"]["quake.ranks_at_end"], 3);
  EXPECT_LT(real.result["metrics"]["quake.iterations"], 50) << "it began from the beginning";
}

TEST_F(RealRun, AJobThatGivesNoSignOfLifeIsEndedAndItsSurvivorsNamed) {
  const Answer real = call(for_real("dyprc-table2.json --set /jobs/0/ranks=3 --set '/events=[]' --set "
                                    "/jobs/0/arguments/work=1000Pf --patience 2s"));
  EXPECT_EQ(real.status, 3);
  EXPECT_THAT(real.err, HasSubstr("pool hangs: no sign of life for 2s"));
  EXPECT_THAT(real.err, HasSubstr("Still there were processes 0 1 2"));
  EXPECT_EQ(real.result["metrics"]["pool.finished"], 0);
}

TEST_F(RealRun, TheHorizonEndsIt) {
  const Answer real = call(for_real("dyprc-table2.json --set /jobs/0/ranks=3 --set '/events=[]' --set '/expect=[]' "
                                    "--set /jobs/0/arguments/work=1000Pf --set /horizon=0.5s"));
  EXPECT_EQ(real.status, 1) << real.err;
  EXPECT_EQ(real.result["jobs"][0]["reason"], "still running at the horizon of 500ms");
}

/// How many processes carry this run's folder in their environment.
int left_of(const fs::path& folder) {
  int found = 0;
  for (const auto& process : fs::directory_iterator("/proc"))
    if (read(process.path() / "environ").find(folder.string()) != std::string::npos) ++found;
  return found;
}

TEST_F(RealRun, AnInterruptEndsEveryProcessThatWasStarted) {
  const fs::path temporary = folder_ / "t";
  fs::create_directories(temporary);
  const pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", temporary.c_str(), 1);
    const std::string line = "exec " +
                             for_real("dyprc-table2.json --set /jobs/0/ranks=3 --set '/events=[]' --set "
                                      "/jobs/0/arguments/work=1000Pf") +
                             " --out '" + folder_.string() + "/here' 2>'" + folder_.string() + "/err'";
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  const auto log_of_last = [&temporary] {
    for (const auto& file : fs::recursive_directory_iterator(temporary))
      if (file.path().filename() == "log.2") return true;
    return false;
  };
  for (int patience = 0; patience < 1500 && !log_of_last(); ++patience)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(left_of(temporary), 5) << "the program, mpirun and three processes";
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_THAT(read(folder_ / "err"), HasSubstr("every process that was started has been ended"));
  EXPECT_EQ(left_of(temporary), 0);
  EXPECT_TRUE(fs::is_empty(temporary));
}

TEST_F(RealRun, WithoutUlfmALossIsRefusedBeforeAnythingStarts) {
  if (has_ulfm()) GTEST_SKIP() << "this MPI has ULFM: the tests named WithUlfm run instead";
  const Answer real = call(for_real("quickstart.json"));
  EXPECT_EQ(real.status, 4);
  EXPECT_THAT(real.err, HasSubstr("/events/1 takes processes away"));
  EXPECT_THAT(real.err, HasSubstr("Open MPI 5 has ULFM"));
  EXPECT_FALSE(fs::exists(folder_ / "here"));
}

TEST_F(RealRun, WithUlfmTheQuickstartGoesThroughTheSameSizesAndLoops) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
  const Answer real = call(for_real("quickstart.json" + small + soon));
  ASSERT_EQ(real.status, 0) << real.err;
  const Answer simulated = call(command("quickstart.json" + small + soon));
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_THAT(sizes(real.result), ElementsAre("32->16", "16->15"));
  EXPECT_EQ(sizes(real.result), sizes(simulated.result));
  EXPECT_THAT(loops(real.result), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(loops(real.result), loops(simulated.result));
  EXPECT_EQ(real.result["metrics"]["quake.deaths"], 1);
  EXPECT_EQ(real.result["metrics"]["quake.ranks_at_end"], 15);
}

TEST_F(RealRun, WithUlfmASpareTakesAStencilRanksPlace) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
  const std::string words =
      "spare-stencil.json --set '/machine/topology/dimensions=[3, 2]' --set /machine/core_speed=20Gf/s --set "
      "/jobs/0/ranks=4 --set /jobs/0/spares=2 --set '/jobs/0/arguments={\"grid\": \"2x2\", \"spares\": \"2d-1\", "
      "\"steps\": 30, \"message\": \"64KiB\", \"work\": \"1Gf\"}' --set /jobs/0/checkpoint/size=1KiB --set "
      "'/expect=[]' "
      "--set '/events=[{\"at\": \"0.5s\", \"kill\": \"heat\", \"ranks\": [1]}]'";
  const Answer real = call(for_real(words));
  ASSERT_EQ(real.status, 0) << real.err;
  const Answer simulated = call(command(words));
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  for (const char* same : {"finished", "deaths", "restarts", "steps", "moved[failures=1]"}) {
    const std::string metric = std::string("heat.") + same;
    EXPECT_EQ(real.result["metrics"][metric], simulated.result["metrics"][metric]) << same;
  }
}

TEST_F(RealRun, WithUlfmAStencilRankGoesBackAlone) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
  const std::string words =
      "rivals.json --set '/machine/topology/dimensions=[3, 2]' --set /machine/core_speed=20Gf/s --set "
      "/jobs/0/ranks=4 --set /jobs/0/spares=2 --set '/jobs/0/arguments={\"grid\": \"2x2\", \"spares\": \"2d-1\", "
      "\"steps\": 30, \"message\": \"64KiB\", \"work\": \"1Gf\", \"start\": \"free\", \"rollback\": \"alone\"}' "
      "--set '/jobs/0/checkpoint={\"every\": \"4 loop\", \"size\": \"1KiB\", \"to\": \"file-system\"}' "
      "--set '/events=[{\"at\": \"0.5s\", \"kill\": \"heat\", \"ranks\": [1]}]'";
  const Answer real = call(for_real(words));
  ASSERT_EQ(real.status, 0) << real.err;
  const Answer simulated = call(command(words));
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  for (const char* same : {"finished", "deaths", "restarts", "steps"}) {
    const std::string metric = std::string("heat.") + same;
    EXPECT_EQ(real.result["metrics"][metric], simulated.result["metrics"][metric]) << same;
  }
  const int once = 30 * 8; // messages, of which the failed rank gets those since its checkpoint again
  EXPECT_GE(real.result["metrics"]["heat.events"], once);
  EXPECT_LE(real.result["metrics"]["heat.events"], once + 2 * 5);
}

TEST_F(RealRun, WithUlfmANodeTakesItsProcessesAlong) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
  const std::string words = "dyprc-table1.json --set /machine/nodes=2 --set /jobs/0/ranks=6 --set "
                            "/jobs/0/placement=round-robin --set /jobs/0/arguments/iterations=30 --set "
                            "/runtime=openmpi-5.0-ulfm --set /expect/1/is=3 --set '/events=[{\"at\": \"0.1s\", "
                            "\"node_off\": 1}]'";
  const Answer real = call(for_real(words));
  ASSERT_EQ(real.status, 0) << real.err;
  const Answer simulated = call(command(words));
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_EQ(real.result["metrics"]["pool.deaths"], 3);
  const auto dead = [](const json& result) {
    std::vector<int> numbers;
    for (const auto& event : result["events"])
      if (event["kind"] == "death") numbers.push_back(event["process"]);
    return numbers;
  };
  EXPECT_THAT(dead(real.result), ElementsAre(1, 3, 5));
  EXPECT_EQ(dead(real.result), dead(simulated.result));
}

} // namespace
