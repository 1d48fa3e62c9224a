// A seed is a case, and most cases are near what they came from.
#include "tests/fuzz/mutation.hpp"

#include <gmock/gmock.h>

namespace daruma::fuzz {
namespace {

using nlohmann::json;

const json scenario = json::parse(R"({"name": "a", "machine": {"nodes": 4}, "jobs": [{"name": "j", "ranks": 4}]})");
const Grammar grammar(json::parse(R"({"properties": {"name": {"type": "string"},
    "machine": {"properties": {"nodes": {"type": "integer", "minimum": 1}, "speed": {"$ref": "#/definitions/speed"}}},
    "jobs": {"type": "array", "items": {"required": ["name"], "properties": {"name": {"type": "string"},
      "ranks": {"type": "integer"}}}}}, "definitions": {"speed": {"examples": ["1Gf/s"]}}})"),
                      {{"nodes", json::array({1, 2})}, {"ranks", json::array({"x"})}});

TEST(Mutation, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    RandomStream one(seed, 0, "fuzz");
    RandomStream other(seed, 0, "fuzz");
    EXPECT_EQ(mutated(scenario, grammar, one), mutated(scenario, grammar, other));
    EXPECT_EQ(mutated_log("1 2 3\n4 5 6\n", one), mutated_log("1 2 3\n4 5 6\n", other));
    EXPECT_EQ(mutated_words({"run", "x"}, {"a", "b"}, one), mutated_words({"run", "x"}, {"a", "b"}, other));
  }
}

TEST(Mutation, PutsInWhatTheSchemaAllows) {
  bool has_speed = false;
  for (std::uint64_t seed = 1; seed <= 300 && !has_speed; ++seed) {
    RandomStream random(seed, 0, "fuzz");
    has_speed = mutated(scenario, grammar, random).value("/machine/speed"_json_pointer, "") == "1Gf/s";
  }
  EXPECT_TRUE(has_speed);
}

TEST(Mutation, ChangesNearlyAlwaysSomethingAndNeverTheSame) {
  std::set<std::string> seen;
  int unchanged = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RandomStream random(seed, 0, "fuzz");
    const json changed = mutated(scenario, grammar, random);
    unchanged += changed == scenario ? 1 : 0;
    seen.insert(changed.dump());
  }
  EXPECT_LT(unchanged, 90);
  EXPECT_GT(seen.size(), 100U);
}

TEST(Mutation, OfALogKeepsMostOfIt) {
  std::string log;
  for (int line = 0; line < 100; ++line) log += std::to_string(line) + " 1 2 3\n";
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomStream random(seed, 0, "fuzz");
    const std::string other = mutated_log(log, random);
    changed += other == log ? 0 : 1;
    EXPECT_GT(other.size(), log.size() * 9 / 10);
  }
  EXPECT_GT(changed, 40);
}

} // namespace
} // namespace daruma::fuzz
