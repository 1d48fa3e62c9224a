#include "sim/results/json_writer.hpp"
#include "sim/results/sinks.hpp"
#include "tests/sim/results/sample.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <limits>

namespace daruma::results {
namespace {

TEST(ResultJson, LooksLikeThis) {
  Result result = small_result();
  result.events = {*result.events.begin(), *std::next(result.events.begin())};
  EXPECT_EQ(result_json(result), R"json({
  "schema_version": 1,
  "scenario": {"name":"small","seed":3},
  "seed": 3,
  "replication": 0,
  "versions": {
    "daruma": "0.1.0",
    "simgrid": "3.32"
  },
  "metrics": {
    "quake.finished": 1,
    "quake.makespan_s": 0.1,
    "quake.work_flop": 1.5e+15
  },
  "units": {
    "quake.finished": "truth",
    "quake.makespan_s": "s"
  },
  "jobs": [
    {"name": "quake", "model": "dyprc-loop", "finished": true, "start_s": 0, "end_s": 0.1, "ranks_at_start": 4, "ranks_at_end": 3, "deaths": 1, "restarts": 1, "reruns": 0},
    {"name": "flood", "model": "dyprc-sendrecv", "finished": false, "start_s": 0.02, "end_s": 0.08, "ranks_at_start": 2, "ranks_at_end": 0, "deaths": 2, "restarts": 0, "reruns": 0, "reason": "no process was left"}
  ],
  "events": [
    {"time_s": 0.05, "kind": "kill", "job": "quake", "process": 2},
    {"time_s": 0.06, "kind": "detect", "job": "quake", "process": 0, "text": "process 2 is dead"}
  ]
}
)json");
}

TEST(ResultJson, OfNothingIsStillADocument) {
  const auto json = nlohmann::json::parse(result_json(Result()));
  EXPECT_EQ(json["schema_version"], schema_version);
  EXPECT_TRUE(json["jobs"].empty());
  EXPECT_TRUE(json["metrics"].is_object());
}

TEST(ResultJson, TheScenarioIsPartOfTheDocument) {
  const auto json = nlohmann::json::parse(result_json(small_result()));
  EXPECT_EQ(json["scenario"]["name"], "small");
}

TEST(ResultJson, NumbersReadBackToTheSameValue) {
  Result result;
  result.seed = std::numeric_limits<std::uint64_t>::max();
  result.metrics = {{"a", 0.1 + 0.2}, {"b", 5e-324}, {"c", 1.7976931348623157e308}, {"d", -1.0 / 3}, {"e", 1e22}};
  const auto json = nlohmann::json::parse(result_json(result));
  EXPECT_EQ(json["seed"].get<std::uint64_t>(), result.seed);
  for (const auto& [name, value] : result.metrics) EXPECT_EQ(json["metrics"][name].get<double>(), value) << name;
}

TEST(ResultJson, ANumberThatJsonHasNotIsNullAndItIsSaidWhy) {
  Result result;
  result.metrics = {{"a", std::numeric_limits<double>::quiet_NaN()}, {"b", -std::numeric_limits<double>::infinity()}};
  const auto json = nlohmann::json::parse(result_json(result));
  EXPECT_TRUE(json["metrics"]["a"].is_null());
  EXPECT_TRUE(json["metrics"]["b"].is_null());
  EXPECT_EQ(json["without_number"]["a"], "not a number: a part or a mean of nothing, or of something infinite");
  EXPECT_EQ(json["without_number"]["b"], "infinite: beyond the largest number, or a rate over no time");
  result.metrics = {{"a", 1}};
  EXPECT_FALSE(nlohmann::json::parse(result_json(result)).contains("without_number"));
}

TEST(ResultJson, EventsOfOneTimeKeepTheirOrder) {
  const auto json = nlohmann::json::parse(result_json(small_result()));
  EXPECT_EQ(json["events"][1]["process"], 0);
  EXPECT_EQ(json["events"][2]["process"], 1);
  EXPECT_EQ(json["events"][3]["process"], 3);
}

TEST(JsonWriter, PutsOuterElementsOnLinesAndInnerOnesTogether) {
  JsonWriter json(1);
  json.begin_object().key("empty").begin_list().end_list();
  json.key("list").begin_list().value(1).value("two").value(true).begin_object().end_object().end_list();
  json.end_object();
  EXPECT_EQ(json.take(), "{\n  \"empty\": [],\n  \"list\": [1, \"two\", true, {}]\n}\n");
}

} // namespace
} // namespace daruma::results
