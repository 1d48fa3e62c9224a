// What the program says of itself, on a terminal of 80 columns and as a manual.
#include "tests/sim/cli/command_line.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/help.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/suggestions.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace daruma::cli {
namespace {

namespace fs = std::filesystem;
using test::Answer;
using test::read;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Manual = test::CommandLine;

std::vector<Command> all_commands() {
  std::vector<Command> all;
  for (const CommandGroup& group : command_groups())
    all.insert(all.end(), group.commands.begin(), group.commands.end());
  return all;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(Help, FitsIntoEightyColumns) {
  for (const Command& command : all_commands())
    EXPECT_LE(longest_line(help_of(command, 80)), 80U) << help_of(command, 80);
}

TEST(Help, TellsOfEveryOptionButHiddenOnes) {
  for (const Command& command : all_commands())
    for (const Option& option : command.options) {
      const std::string text = help_of(command, 80);
      EXPECT_EQ(text.find("  " + option.flag()) != std::string::npos, !option.is_hidden) << option.flag() << text;
    }
}

TEST(Help, EveryCommandAndOptionSaysWhatItDoes) {
  for (const Command& command : all_commands()) {
    EXPECT_THAT(command.summary, Not(IsEmpty())) << command.name;
    for (const Option& option : command.options) EXPECT_THAT(option.meaning, Not(IsEmpty())) << option.flag();
  }
}

TEST_F(Manual, FitsOnOneScreen) {
  const std::string overview = call("help").out;
  EXPECT_LE(longest_line(overview), 100U);
  EXPECT_LE(std::count(overview.begin(), overview.end(), '\n'), 40);
  for (const Command& command : all_commands()) EXPECT_THAT(overview, HasSubstr("  " + command.name + " "));
}

TEST_F(Manual, HelpOfACommandIsTheSameHoweverItIsAskedFor) {
  const std::string text = call("help run").out;
  EXPECT_THAT(text, HasSubstr("usage: daruma run SCENARIO [options]"));
  EXPECT_EQ(call("run --help").out, text);
  EXPECT_EQ(call("run x --nonsense -h").out, text);
  EXPECT_THAT(call("help rnu").err, HasSubstr("did you mean \"run\"?"));
}

TEST_F(Manual, VersionNamesDarumaAndSimGrid) {
  EXPECT_THAT(call("--version").out, testing::MatchesRegex("daruma [0-9.]+\nSimGrid [0-9.]+\n"));
  EXPECT_THAT(call("--verison").err, HasSubstr("did you mean \"--version\"?"));
}

std::vector<std::string> names_in(const Suggestions& all) {
  std::vector<std::string> names;
  for (const Name& name : all.names) names.push_back(name.text);
  return names;
}

TEST(Suggestions, AreCommandsFirst) {
  EXPECT_THAT(names_in(suggestions({""})), testing::IsSupersetOf({"run", "sweep", "help"}));
  EXPECT_THAT(names_in(suggestions({"--v"})), testing::Contains("--version"));
}

TEST(Suggestions, AreOptionsAfterADashButNotTwice) {
  EXPECT_THAT(names_in(suggestions({"run", "x", "--"})), testing::IsSupersetOf({"--seed", "--set", "--json"}));
  EXPECT_THAT(names_in(suggestions({"run", "--json", "--set", "/a=1", "--"})), Not(testing::Contains("--json")));
  EXPECT_THAT(names_in(suggestions({"run", "--json", "--set", "/a=1", "--"})), testing::Contains("--set"));
  EXPECT_THAT(names_in(suggestions({"sweep", "x", "--t"})), Not(testing::Contains("--task")));
}

TEST(Suggestions, AreWhatAnOptionTakes) {
  EXPECT_THAT(names_in(suggestions({"run", "x", "--fidelity", ""})), ElementsAre("smpi", "fast"));
  EXPECT_THAT(names_in(suggestions({"run", "x", "--fidelity=f"})), ElementsAre("--fidelity=smpi", "--fidelity=fast"));
  EXPECT_EQ(suggestions({"run", "x", "--out", ""}).files, Files::folders);
}

TEST(Suggestions, AreArtefactsToReproduce) {
  EXPECT_THAT(names_in(suggestions({"reproduce", ""})), testing::IsSupersetOf({"dyprc-table1", "all"}));
}

TEST_F(Manual, CompletionKnowsScenariosAndTheirValues) {
  EXPECT_THAT(call("complete run quicks").out, testing::MatchesRegex("quickstart\t[^\n]+\n:files\n"));
  EXPECT_THAT(call("complete run quickstart --set /jobs/0/ra").out, HasSubstr("/jobs/0/ranks=\t32\n"));
  EXPECT_THAT(call("complete nonsense x").out, IsEmpty());
}

TEST_F(Manual, ScenariosAreFoundByNameFromAnywhere) {
  EXPECT_EQ(call("run quickstart").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "out/quickstart/result.json"));
  EXPECT_THAT(call("run quickstrat").err, HasSubstr("unknown scenario \"quickstrat\"; did you mean \"quickstart\"?"));
}

TEST_F(Manual, ListsAreJsonToo) {
  const auto machines = nlohmann::json::parse(call("list machines --json").out);
  EXPECT_THAT(machines[0]["name"].get<std::string>(), Not(IsEmpty()));
  EXPECT_THAT(machines[0]["what"].get<std::string>(), Not(IsEmpty()));
}

TEST_F(Manual, InitWritesWhatRuns) {
  const Answer answer = call("init 'my first'");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("cc survivors.c -o survivors.so"));
  EXPECT_EQ(call("cc 'my first/survivors.c' -o 'my first/survivors.so'").status, 0);
  EXPECT_EQ(call("run 'my first/survivors.json'").status, 0);
  EXPECT_THAT(read(folder_ / "my first/survivors.json"), HasSubstr("\"$schema\": \"/")) << "editors find it";
  const Answer again = call("init 'my first'");
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("my first/survivors.c is there already"));
}

class Installations : public testing::Test {
protected:
  void make_program(const fs::path& file) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "#!/bin/sh\n";
    chmod(file.c_str(), 0755);
  }

private:
  TemporaryFolder temporary_;

protected:
  const fs::path folder_ = temporary_.path();
};

TEST_F(Installations, AreBelowThePrefixOfTheProgram) {
  fs::create_directories(folder_ / "share/daruma/scenarios");
  std::ofstream(folder_ / "share/daruma/scenarios/scenario.schema.json") << "{}";
  const Installation installed = installation_of(folder_ / "bin/daruma");
  EXPECT_FALSE(installed.is_source_tree);
  EXPECT_EQ(installed.machines, folder_ / "share/daruma/platforms");
  EXPECT_EQ(installed.runner_of("openmpi"), folder_ / "lib/daruma/openmpi/daruma_runner");
  EXPECT_THAT(installed.way_to_runner("openmpi"), HasSubstr("daruma-runner-openmpi"));
}

TEST_F(Installations, AreTheSourceTreeThatABuildNames) {
  std::ofstream(folder_ / "source_tree") << "/src/daruma\n";
  const Installation built = installation_of(folder_ / "daruma");
  EXPECT_TRUE(built.is_source_tree);
  EXPECT_EQ(built.program, "/src/daruma/daruma");
}

TEST_F(Installations, AreMissedWhereAProgramStandsAlone) {
  EXPECT_THROW(installation_of(folder_ / "bin/daruma"), MachineError);
}

TEST_F(Installations, AreCalledAsTheShellFindsThem) {
  const fs::path program = folder_ / "bin/daruma";
  make_program(program);
  make_program(folder_ / "other/daruma");
  const std::string bin = (folder_ / "bin").string();
  EXPECT_EQ(as_typed(program, "/", "/nowhere:" + bin), "daruma");
  EXPECT_EQ(as_typed(program, "/", (folder_ / "other").string() + ":" + bin), program) << "another one comes first";
  EXPECT_EQ(as_typed(program, bin, ""), "./daruma");
  EXPECT_EQ(as_typed(program, "/", ""), program);
}

} // namespace
} // namespace daruma::cli
