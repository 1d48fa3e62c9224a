// One schema, two readers: Valijson alone and the parser see the same files. What the schema refuses the
// parser refuses; what the parser takes the schema takes; and the schema explains what it refuses in its
// own words, never in Valijson's.
#include "sim/scenario/schema.hpp"
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <set>

namespace daruma::scenario {
namespace {

using Json = nlohmann::json;

Json read(const std::filesystem::path& path) { return Json::parse(std::ifstream(path)); }

bool does_schema_take(const Json& document) {
  Report report;
  surroundings().schema->check_scenario(document, report);
  return report.remarks().empty();
}

struct Case {
  Change change;
  bool is_good_shape;
  bool is_good;
};

// Shape is the schema's affair, meaning the parser's: hence three kinds of cases and not four.
const std::vector<Case> cases{
    {{"/seed", "3"}, true, true},
    {{"/machine", R"({ "nodes": 2, "cores": 4 })"}, true, true},
    {{"/machine", R"({ "nodes": { "value": 2, "source": "x" }, "cores": 4 })"}, true, true},
    {{"/machine", R"({ "cores": 4, "topology": { "kind": { "value": "mesh", "source": "x" }, "dimensions": [2] } })"},
     true,
     true},
    {{"/runtime", R"({ "detector": { "kind": { "value": "serial" }, "period": { "value": "1s" } } })"}, true, true},
    {{"/runtime", R"({ "detector": { "kind": "on-communication" } })"}, true, true},
    {{"/events", "[]"}, true, true},
    {{"/jobs/0/arguments", "{}"}, true, true},
    {{"/horizon", R"("-3h")"}, true, false},
    {{"/horizon", R"("1e999s")"}, true, false},
    {{"/jobs/0/model", R"("other")"}, true, false},
    {{"/jobs/0/ranks", "1000000"}, true, false},
    {{"/machine", R"("other")"}, true, false},
    {{"/machine", R"({ "nodes": 2, "cores": 4, "topology": { "kind": "mesh" } })"}, true, false},
    {{"/failures/shape", ""}, true, false},
    {{"/horizon", R"("3 h")"}, false, false},
    {{"/horizon", "3"}, false, false},
    {{"/jobs/0/ranks", "0"}, false, false},
    {{"/jobs/0/ranks", "1000001"}, false, false},
    {{"/jobs/0/arguments/loops", "null"}, false, false},
    {{"/events/0/at", ""}, false, false},
    {{"/events/0/resize", R"("quake")"}, false, false},
    {{"/expect/0/is", R"("x")"}, false, false},
    {{"/machine", R"({ "nodes": { "source": "x" } })"}, false, false},
    {{"/machine", R"({ "nodes": { "value": { "value": 2 } } })"}, false, false},
    {{"/runtime", R"({ "detector": { "kind": "none" } })"}, false, false},
    {{"/anything", "1"}, false, false},
};

TEST(TwoReaders, AgreeOnTheGoodScenario) {
  EXPECT_TRUE(does_schema_take(good_scenario()));
  EXPECT_THAT(problems_of(good_scenario()), testing::IsEmpty());
}

TEST(TwoReaders, SeeTheSameFiles) {
  for (const auto& [change, is_good_shape, is_good] : cases) {
    const Json scenario = changed_scenario({change});
    const std::string what = change.pointer + "=" + change.json;
    EXPECT_EQ(does_schema_take(scenario), is_good_shape) << what;
    EXPECT_EQ(problems_of(scenario).empty(), is_good) << what;
  }
}

void expect_agreement_on(const std::string& text) {
  const auto does_schema_take_at = [&text](const std::string& pointer) {
    Json scenario = changed_scenario({{"/machine", R"({ "nodes": 2, "cores": 4 })"}});
    scenario[Json::json_pointer(pointer)] = text;
    return does_schema_take(scenario);
  };
  EXPECT_EQ(does_schema_take_at("/horizon"), parse_seconds(text).has_value()) << text;
  EXPECT_EQ(does_schema_take_at("/jobs/0/checkpoint/size"), parse_bytes(text).has_value()) << text;
  EXPECT_EQ(does_schema_take_at("/machine/memory"), parse_bytes_per_second(text).has_value()) << text;
  EXPECT_EQ(does_schema_take_at("/machine/core_speed"), parse_flops_per_second(text).has_value()) << text;
}

// But for overflow, which only arithmetic can tell, a text that is an amount for one reader is one for the other.
TEST(TwoReaders, AgreeOnUnits) {
  for (const char* number : {"0", "1", "1.5", ".5", "5.", "1e3", "1E+3", "2e-3", "-1", "+1",    "1,5",
                             "",  "x", "0x1", "1e", ".",  "nan", "inf",  "--1",  "1 ", "1e3.5", "1.2.3"}) {
    for (const char* unit : {"s", "KiB", "GB/s", "Gf/s"}) expect_agreement_on(std::string(number) + unit);
  }
  for (const char* unit : {"ns",   "us",    "ms",    "s",   "min",  "h",    "d",    "y",    "m",      "S",    " s",
                           "",     "B",     "kB",    "KB",  "MB",   "GB",   "TB",   "PB",   "EB",     "KiB",  "kiB",
                           "MiB",  "GiB",   "TiB",   "PiB", "B/s",  "GB/s", "Gb/s", "gb/s", "Kb/s",   "kb/s", "Tb/s",
                           "Pb/s", "GiB/s", "Gib/s", "f",   "flop", "kf",   "Gf",   "kf/s", "flop/s", "Pf/s", "Ef/s"}) {
    expect_agreement_on(std::string("1.5") + unit);
  }
}

TEST(TwoReaders, MachineAndRuntimeFilesHaveSchemasOfTheirOwn) {
  const std::filesystem::path root = DARUMA_SOURCE_DIR;
  const Json scenario_schema = read(schema_file());
  for (const char* file : {"platforms/machine.schema.json", "platforms/runtimes/runtime.schema.json",
                           "platforms/collectives/collectives.schema.json"}) {
    const Json schema = read(root / file);
    const std::string reference = schema["allOf"][1]["$ref"];
    const std::size_t hash = reference.find('#');
    const auto target = (root / file).parent_path() / reference.substr(0, hash);
    EXPECT_TRUE(std::filesystem::equivalent(target, schema_file())) << file;
    EXPECT_TRUE(scenario_schema.contains(Json::json_pointer(reference.substr(hash + 1)))) << file;
  }
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path file = entry.path().filename();
    if (file.extension() == ".json" && file.stem().extension() != ".schema") names.push_back(file.stem().string());
  }
  return names;
}

TEST(TwoReaders, TheNamedFilesOfTheProjectAreGood) {
  const std::filesystem::path platforms = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms";
  const Surroundings around{platforms, platforms / "runtimes", surroundings().schema, {}};
  const std::vector<std::string> machines = names_in(around.machines);
  const std::vector<std::string> runtimes = names_in(around.runtimes);
  EXPECT_FALSE(machines.empty());
  EXPECT_FALSE(runtimes.empty());
  for (const std::string& name : machines) EXPECT_EQ(load_machine(name, around).name, name);
  for (const std::string& name : runtimes) EXPECT_EQ(load_runtime(name, around).name, name);
}

CollectiveTables table_of(const std::string& name, const Surroundings& around) {
  const Json scenario = {{"name", "a"},
                         {"machine", "laptop"},
                         {"runtime", {{"use", "ideal"}, {"collectives", name}}},
                         {"jobs", Json::array({{{"name", "a"}, {"model", "none"}, {"ranks", 1}}})}};
  return parse(scenario.dump(), name, around).runtime.collectives;
}

/// The rules that some call goes by, of sizes on both sides of all limits.
std::set<std::size_t> rules_in_use(Collective which, const std::vector<CollectiveRule>& rules) {
  std::set<int> ranks{1, 12, 1'000'003, 1 << 20};
  std::set<std::int64_t> bytes{0, std::int64_t{1} << 50};
  for (const CollectiveRule& rule : rules) {
    if (rule.ranks_below) ranks.insert({*rule.ranks_below, *rule.ranks_below - 1});
    for (const auto& limit : {rule.bytes_below, rule.total_below})
      if (limit)
        for (const int shift : {-1, 0}) bytes.insert(static_cast<std::int64_t>(limit->value()) + shift);
  }
  std::set<std::size_t> used;
  for (const int n : ranks)
    for (const std::int64_t size : bytes)
      for (int flags = 0; flags < 16; ++flags) {
        const CollectiveCall call{which,           n, size, flags & 1 ? n : 0, (flags & 2) != 0, (flags & 4) != 0,
                                  (flags & 8) != 0};
        const auto rule =
            std::find_if(rules.begin(), rules.end(), [&](const auto& one) { return one.holds_for(call); });
        used.insert(static_cast<std::size_t>(rule - rules.begin()));
      }
  return used;
}

TEST(TwoReaders, NoRuleOfTheProjectsTablesIsInVain) {
  const std::filesystem::path platforms = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms";
  const Surroundings around{platforms, platforms / "runtimes", surroundings().schema, {"none"}};
  for (const std::string& table : names_in(around.tables())) {
    const CollectiveTables tables = table_of(table, around);
    for (const auto& [which, rules] : tables)
      EXPECT_EQ(rules_in_use(which, rules).size(), rules.size()) << table << " " << word_of(collectives(), which);
  }
}

TEST(TwoReaders, EachTableOfTheProjectHasRulesForEveryCollectiveTheLastWithoutConditions) {
  const std::filesystem::path platforms = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms";
  const Surroundings around{platforms, platforms / "runtimes", surroundings().schema, {"none"}};
  const std::vector<std::string> tables = names_in(around.tables());
  EXPECT_FALSE(tables.empty());
  for (const std::string& table : tables) {
    const CollectiveTables tables_read = table_of(table, around);
    for (const auto& [name, which] : collectives()) {
      ASSERT_EQ(tables_read.count(which), 1U) << table << " " << name;
      CollectiveCall any;
      any.which = which;
      any.ranks = 1'000'003;
      any.bytes = any.elements = std::int64_t{1} << 50;
      any.commutes = any.is_predefined = false;
      const auto& last = tables_read.at(which).back();
      EXPECT_TRUE(last.holds_for(any)) << table << " " << name;
      any.has_shared_nodes = any.commutes = any.is_predefined = true;
      EXPECT_TRUE(last.holds_for(any)) << table << " " << name;
    }
  }
}

TEST(TwoReaders, TheScenariosOfTheProjectAreGood) {
  const std::filesystem::path root = DARUMA_SOURCE_DIR;
  const std::vector<std::string> names = names_in(root / "scenarios");
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) {
    const Json scenario = read(root / "scenarios" / (name + ".json"));
    EXPECT_TRUE(does_schema_take(scenario)) << name;
    // Which models there are is not known here: take those that the file names.
    Surroundings around{root / "platforms", root / "platforms/runtimes", surroundings().schema, {}};
    for (const Json& job : scenario.value("jobs", Json::array())) around.models.push_back(job["model"]);
    EXPECT_NO_THROW(load(root / "scenarios" / (name + ".json"), around)) << name;
  }
}

/// Visits every schema of a document: name of the keyword that holds it, and itself.
void visit(const Json& schema, const std::string& where, std::vector<std::pair<std::string, Json>>& found) {
  found.emplace_back(where, schema);
  for (const char* keyword : {"properties", "definitions"}) {
    if (!schema.contains(keyword)) continue;
    for (const auto& member : schema[keyword].items()) visit(member.value(), where + "/" + member.key(), found);
  }
  for (const char* keyword : {"items", "then", "else"}) {
    if (schema.contains(keyword)) visit(schema[keyword], where + "/" + keyword, found);
  }
  if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
    visit(schema["additionalProperties"], where + "/*", found);
  }
}

std::vector<std::pair<std::string, Json>> all_schemas() {
  std::vector<std::pair<std::string, Json>> found;
  visit(read(schema_file()), "", found);
  return found;
}

TEST(Schema, RefusesUnknownKeysEverywhere) {
  for (const auto& [where, schema] : all_schemas()) {
    if (schema.value("type", Json()) == "object" && !schema.contains("if")) {
      EXPECT_TRUE(schema.contains("additionalProperties")) << where;
    }
  }
}

TEST(Schema, DescribesEveryField) {
  for (const auto& [where, schema] : all_schemas()) {
    if (!schema.contains("properties") || where.rfind("/sourced_", 0) == 0) continue;
    for (const auto& member : schema["properties"].items()) {
      if (where != "/sourced" || member.key() != "value") {
        EXPECT_TRUE(member.value().contains("description")) << where << "/" << member.key();
      }
    }
  }
}

TEST(Schema, NamesWhatItExpects) {
  for (const auto& [where, schema] : all_schemas()) {
    const bool is_checked = schema.contains("type") || schema.contains("pattern");
    const bool is_free_text = schema.value("type", Json()) == "string" && !schema.contains("pattern");
    if (is_checked && !is_free_text && where != "/sourced") { EXPECT_TRUE(schema.contains("title")) << where; }
  }
}

TEST(Schema, UsesOnlyKeywordsThatTheWordingKnows) {
  const std::set<std::string> known{
      "$schema",     "$comment", "$ref",     "title",     "description", "examples",
      "definitions", "type",     "pattern",  "minLength", "enum",        "minimum",
      "maximum",     "minItems", "maxItems", "items",     "properties",  "additionalProperties",
      "required",    "oneOf",    "allOf",    "if",        "then",        "else",
      "dependencies"};
  for (const auto& [where, schema] : all_schemas()) {
    for (const auto& member : schema.items()) EXPECT_TRUE(known.count(member.key())) << where << ": " << member.key();
  }
}

} // namespace
} // namespace daruma::scenario
