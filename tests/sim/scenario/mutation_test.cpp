// A good file with random damage, from fixed seeds: the parser takes it or refuses it with problems that
// have sentences, and does nothing else. What it takes, it takes again from its resolved text.
#include "sim/core/random_stream.hpp"
#include "tests/sim/scenario/equality.hpp"
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

namespace daruma::scenario {
namespace {

using Json = nlohmann::json;

class Damage {
public:
  explicit Damage(std::uint64_t seed) : random_(seed, 0, "mutation") {}

  /// Bytes replaced, removed, doubled, or the rest cut off.
  std::string to_text(std::string text) {
    for (std::uint64_t i = 0, count = 1 + random_.below(4); i < count && !text.empty(); ++i) {
      const std::size_t place = random_.below(text.size());
      switch (random_.below(5)) {
      case 0:
        text[place] = static_cast<char>(random_.below(256));
        break;
      case 1:
        text[place] = "{}[]\":,0-e. \\"[random_.below(13)];
        break;
      case 2:
        text.erase(place, 1 + random_.below(8));
        break;
      case 3:
        text.insert(place, text.substr(place, 1 + random_.below(40)));
        break;
      default:
        text.resize(place);
      }
    }
    return text;
  }

  /// Values replaced by others, of the file or not, keys misspelt or removed.
  Json to_values(Json scenario) {
    for (std::uint64_t i = 0, count = 1 + random_.below(3); i < count; ++i) {
      std::vector<Json::json_pointer> places;
      const Json leaves = scenario.flatten();
      for (const auto& member : leaves.items()) places.emplace_back(member.key());
      if (places.empty()) return scenario;
      Json::json_pointer place = places[random_.below(places.size())];
      if (random_.below(3) == 0 && !place.empty()) place = place.parent_pointer();
      change(scenario, place, scenario[places[random_.below(places.size())]]);
    }
    return scenario;
  }

private:
  void change(Json& scenario, const Json::json_pointer& place, Json other) {
    static const std::vector<Json> odd{nullptr,
                                       true,
                                       0,
                                       -1,
                                       1e300,
                                       "",
                                       "0s",
                                       "-1s",
                                       "1e308y",
                                       "x",
                                       Json::array(),
                                       Json::object(),
                                       "1KiB",
                                       4294967296,
                                       {{"value", 3}},
                                       {{"use", "pair"}},
                                       "tree",
                                       "1e-320s"};
    switch (random_.below(3)) {
    case 0:
      scenario[place] = odd[random_.below(odd.size())];
      break;
    case 1:
      scenario[place] = std::move(other);
      break;
    default:
      if (place.empty()) return;
      Json& parent = scenario[place.parent_pointer()];
      if (parent.is_object())
        parent.erase(place.back());
      else
        parent = Json::array();
    }
  }

  RandomStream random_;
};

/// 1 if the text was taken, 0 if it was refused as it should be.
int taken(const std::string& text) {
  try {
    const Scenario scenario = parse(text, "test.json", surroundings());
    const Scenario again = parse(scenario.resolved_json, "resolved.json", surroundings());
    EXPECT_TRUE(is_same(again, scenario)) << text;
    return 1;
  } catch (const ScenarioError& error) {
    EXPECT_FALSE(error.problems().empty()) << text;
    for (const Problem& problem : error.problems()) {
      EXPECT_FALSE(problem.sentence.empty()) << text;
      EXPECT_THAT(problem.sentence, testing::Not(testing::HasSubstr("Failed to"))) << text; // Valijson's own words
      EXPECT_THAT(problem.sentence, testing::Not(testing::HasSubstr("cannot be read:"))) << text; // a gap in the schema
    }
    return 0;
  }
}

constexpr int tries = 500;

TEST(Mutation, DamagedTextIsTakenOrRefused) {
  int count = 0;
  for (int seed = 0; seed < tries; ++seed) count += taken(Damage(seed).to_text(good_scenario().dump(1)));
  EXPECT_GT(count, 0);
  EXPECT_LT(count, tries / 2);
}

TEST(Mutation, DamagedValuesAreTakenOrRefused) {
  const Json in_place = Json::parse(parse(good_scenario().dump(), "test.json", surroundings()).resolved_json);
  int count = 0;
  for (int seed = 0; seed < tries; ++seed) {
    count += taken(Damage(seed).to_values(seed % 2 == 0 ? good_scenario() : in_place).dump());
  }
  EXPECT_GT(count, 0);
  EXPECT_LT(count, tries / 2);
}

} // namespace
} // namespace daruma::scenario
