// Input that is no scenario at all, or that tries to break the reader: an error, in bounded time and
// memory, never a crash.
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <unistd.h>

namespace daruma::scenario {
namespace {

using testing::ElementsAre;
using Problems = std::vector<std::string>;

struct Text {
  std::string name;
  std::string text;
  std::string problem;
};

void PrintTo(const Text& text, std::ostream* out) { *out << text.name; }

std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

const std::vector<Text> texts{
    {"empty", "", ": is empty; a JSON object is expected"},
    {"blank", " \n\t ", ": is empty; a JSON object is expected"},
    {"truncated_object", "{\n  \"name\": \"x\",\n",
     ": line 3, column 1: syntax error while parsing object key - unexpected end of input; expected string literal"},
    {"truncated_text", "{ \"name\": \"x",
     ": line 1, column 12: syntax error while parsing value - invalid string: missing closing quote"},
    {"truncated_list", "{ \"jobs\": [1,",
     ": line 1, column 13: syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
     "literal"},
    {"missing_comma", "{ \"seed\": 1\n\"name\": \"x\" }",
     ": line 2, column 6: syntax error while parsing object - unexpected string literal; expected '}'"},
    {"not_a_number", "{ \"seed\": NaN }", ": line 1, column 11: syntax error while parsing value - invalid literal"},
    {"infinity", "{ \"seed\": -Infinity }",
     ": line 1, column 12: syntax error while parsing value - invalid number; expected digit after '-'"},
    {"overflowing_number", "{ \"seed\": 1e999 }", ": line 1, column 15: a number is too large to represent"},
    {"hexadecimal", "{ \"seed\": 0x10 }",
     ": line 1, column 12: syntax error while parsing object - invalid literal; expected '}'"},
    {"comment", "{ // no\n}",
     ": line 1, column 3: syntax error while parsing object key - invalid literal; expected string literal"},
    {"two_documents", "{}{}",
     ": line 1, column 3: syntax error while parsing value - unexpected '{'; expected end of input"},
    {"broken_utf8", "{ \"name\": \"\xC3\x28\" }",
     ": line 1, column 13: syntax error while parsing value - invalid string: ill-formed UTF-8 byte"},
    {"lone_surrogate", "{ \"name\": \"\\ud800\" }",
     ": line 1, column 18: syntax error while parsing value - invalid string: surrogate U+D800..U+DBFF must be "
     "followed by U+DC00..U+DFFF"},
    {"control_character", std::string("{ \"name\": \"a\0b\" }", 17),
     ": line 1, column 13: syntax error while parsing value - invalid string: control character U+0000 (NUL) must "
     "be escaped to \\u0000"},
    {"a_list", "[]", ": expected a scenario in braces, got []"},
    {"a_number", "3", ": expected a scenario in braces, got 3"},
    {"deep_lists", repeated("[", 100000), ": nested deeper than 64 levels"},
    {"deep_objects", "{ \"a\": " + repeated("{\"a\":", 100000), ": nested deeper than 64 levels"},
    {"long_text", "{ \"name\": \"" + std::string(5000, 'x') + "\" }",
     "/name: text of 5000 bytes; at most 4096 are allowed"},
    {"long_key", "{ \"" + std::string(5000, 'x') + "\": 1 }", "/: text of 5000 bytes; at most 4096 are allowed"},
    {"many_values", "[" + repeated("0,", 1000001) + "0]", ": more than a million values"},
};

class HostileText : public testing::TestWithParam<Text> {};

TEST_P(HostileText, IsRefused) { EXPECT_THAT(problems_of_text(GetParam().text), ElementsAre(GetParam().problem)); }

const auto name_of_text = [](const auto& text) { return text.param.name; };
INSTANTIATE_TEST_SUITE_P(All, HostileText, testing::ValuesIn(texts), name_of_text);

TEST(HostileText, KeysGivenTwiceAreAllNamed) {
  EXPECT_THAT(problems_of_text(
                  R"({ "seed": 1, "name": "a", "seed": 2, "jobs": [{ "ranks": 1 }, { "ranks": 1, "ranks": 2 }] })"),
              ElementsAre("/jobs/1/ranks: key given twice in one object", "/seed: key given twice in one object"));
}

TEST(HostileText, SixtyFourLevelsAreNotTooDeep) {
  // The schema then objects to what is there; the reader has not.
  EXPECT_THAT(problems_of_text(repeated("[", 64) + repeated("]", 64)),
              ElementsAre(": expected a scenario in braces, got [...]"));
}

TEST(HostileText, LongTextDoesNotExhaustTheStackOfTheSchemasExpressions) {
  const std::string longest(4096, '1');
  EXPECT_THAT(problems_of(changed_scenario({{"/horizon", "\"" + longest + "\""}})), testing::SizeIs(1));
}

TEST(HostileText, ManyMistakesTakeBoundedTimeAndMemory) {
  nlohmann::json events;
  for (int i = 0; i < 20000; ++i)
    events.push_back({{"at", "1s"}, {"kill", "nobody" + std::to_string(i)}, {"ranks", {0}}});
  nlohmann::json scenario = good_scenario();
  scenario["events"] = events;
  EXPECT_THAT(problems_of(scenario), testing::SizeIs(101));
}

TEST(HostileText, ManyValuesOfTheWrongTypeTakeBoundedTimeAndMemory) {
  nlohmann::json scenario = good_scenario();
  scenario["events"][0]["ranks"] = std::vector<std::string>(50000, "x");
  EXPECT_THAT(problems_of(scenario), testing::SizeIs(101));
}

/// A path of this test's own, removed at its end.
class HostileFile : public testing::Test {
protected:
  ~HostileFile() override { std::filesystem::remove_all(path_); }

  Problems problems() const {
    Problems problems;
    try {
      load(path_, surroundings());
    } catch (const ScenarioError& error) {
      for (const Problem& problem : error.problems()) {
        EXPECT_EQ(problem.file, path_.string());
        problems.push_back(problem.pointer + ": " + problem.sentence);
      }
    }
    return problems;
  }

  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("hostile_" + std::to_string(::getpid()) + ".json");
};

TEST_F(HostileFile, ThatIsMissing) { EXPECT_THAT(problems(), ElementsAre(": no such file")); }

TEST_F(HostileFile, ThatIsADirectory) {
  std::filesystem::create_directory(path_);
  EXPECT_THAT(problems(), ElementsAre(": is a directory; a JSON file is expected"));
}

TEST_F(HostileFile, ThatCannotBeRead) {
  const bool is_stopped_by_permissions = ::geteuid() != 0;
  if (is_stopped_by_permissions) {
    std::ofstream(path_) << "{}";
    std::filesystem::permissions(path_, std::filesystem::perms::none);
  } else {
    std::filesystem::create_symlink("/proc/self/mem", path_); // its first page cannot be read by anybody
  }
  EXPECT_THAT(problems(), ElementsAre(": cannot be read; check its permissions"));
}

TEST_F(HostileFile, OfAHundredMegabytes) {
  std::ofstream file(path_, std::ios::binary);
  const std::string block(1 << 20, ' ');
  for (int i = 0; i < 100; ++i) file << block;
  file.close();
  EXPECT_THAT(problems(), ElementsAre(": is larger than 64 MiB"));
}

TEST_F(HostileFile, ThatNeverEnds) {
  std::filesystem::create_symlink("/dev/zero", path_);
  EXPECT_THAT(problems(), ElementsAre(": is larger than 64 MiB"));
}

TEST_F(HostileFile, AGoodFileLoads) {
  std::ofstream(path_) << good_scenario();
  EXPECT_EQ(load(path_, surroundings()).name, "good");
}

} // namespace
} // namespace daruma::scenario
