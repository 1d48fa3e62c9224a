// Numbers that say where they come from: how they are read, and what is refused.
#include "sim/scenario/provenance.hpp"
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::scenario {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Parameters parameters(const char* text) { return parameters_in(nlohmann::json::parse(text)); }

TEST(Provenance, IsReadFromAnyDepth) {
  EXPECT_THAT(parameters(R"({"a": [{"b": {"value": "2s", "kind": "cited", "source": "a paper"}}],
                             "c": {"value": [1, 2], "kind": "fitted", "source": "set", "fitted_on": "x/y"}})"),
              ElementsAre(Parameter{"/a/0/b", "2s", SourceKind::cited, "a paper"},
                          Parameter{"/c", "[1,2]", SourceKind::fitted, "set", {"x/y"}}));
}

TEST(Provenance, OfABareValueIsNone) { EXPECT_THAT(parameters(R"({"a": 3, "b": {"value": 3}})"), IsEmpty()); }

TEST(Provenance, WithoutAKindIsAssumed) {
  EXPECT_THAT(parameters(R"({"a": {"value": 3, "source": "so"}})"),
              ElementsAre(Parameter{"/a", "3", SourceKind::assumed, "so"}));
}

TEST(Provenance, OfSeveralPublishedNumbers) {
  EXPECT_THAT(parameters(R"({"a": {"value": 3, "kind": "fitted", "fitted_on": ["x/1", "x/2"]}})"),
              ElementsAre(Parameter{"/a", "3", SourceKind::fitted, "", {"x/1", "x/2"}}));
}

TEST(Provenance, KnowsItsPublishedNumbers) {
  const Parameter on_row{"a", "3", SourceKind::fitted, "", {"fig/row 1"}};
  EXPECT_TRUE(is_fitted_on(on_row, "fig/row 1"));
  EXPECT_FALSE(is_fitted_on(on_row, "fig/row 10"));
  EXPECT_FALSE(is_fitted_on(on_row, "fig/row 1/more"));
  const Parameter on_all{"a", "3", SourceKind::cited, "", {"fig"}};
  EXPECT_TRUE(is_fitted_on(on_all, "fig/row 1"));
  EXPECT_FALSE(is_fitted_on(on_all, "figure/row 1"));
}

TEST(Provenance, OfAnArgumentComesWithTheScenario) {
  const Scenario scenario =
      good_with({{"/jobs/0/arguments/loops",
                  R"({"value": 7, "kind": "fitted", "source": "set so", "fitted_on": "fig/one loop"})"}});
  EXPECT_EQ(scenario.jobs[0].arguments.at("loops"), Argument(7.0));
  EXPECT_THAT(scenario.parameters,
              Contains(Parameter{"/jobs/0/arguments/loops", "7", SourceKind::fitted, "set so", {"fig/one loop"}}));
}

TEST(Provenance, OfUnknownKindIsRefused) {
  try {
    good_with({{"/jobs/0/arguments/loops", R"({"value": 7, "kind": "asumed"})"}});
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), HasSubstr(R"(/jobs/0/arguments/loops/kind: expected one of)"));
    EXPECT_THAT(error.what(), HasSubstr(R"(did you mean "assumed"?)"));
  }
}

} // namespace
} // namespace daruma::scenario
