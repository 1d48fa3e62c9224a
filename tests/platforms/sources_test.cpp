// Every number of the machine and runtime files says where it comes from.
#include "sim/core/provenance.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace daruma::platforms {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

Json read(const fs::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

std::vector<std::string> problems_of_number(const Json& number, const std::string& pointer) {
  std::vector<std::string> problems;
  if (number.value("source", "").empty()) problems.push_back(pointer + ": has no source");
  const auto kind = value_named(source_kinds, number.value("kind", ""));
  if (!kind) problems.push_back(pointer + ": has no kind");
  if (kind == SourceKind::fitted && !number.contains("fitted_on")) problems.push_back(pointer + ": fitted on what?");
  return problems;
}

std::vector<std::string> problems_of(const Json& value, const std::string& pointer) {
  if (value.is_object() && value.contains("value")) return problems_of_number(value, pointer);
  if (!value.is_object()) return {pointer + ": is a bare value"};
  std::vector<std::string> problems;
  for (const auto& [key, child] : value.items())
    for (std::string& problem : problems_of(child, pointer + "/" + key)) problems.push_back(std::move(problem));
  return problems;
}

/// Name, description and the schema's place are the only texts without a source.
std::vector<std::string> problems_of_file(Json document) {
  for (const char* text : {"name", "description", "$schema"}) document.erase(text);
  return problems_of(document, "");
}

bool is_description(const fs::path& file) {
  return file.extension() == ".json" && file.stem().extension() != ".schema";
}

std::vector<fs::path> descriptions() {
  std::vector<fs::path> files;
  for (const char* folder : {"platforms", "platforms/runtimes"})
    for (const auto& entry : fs::directory_iterator(fs::path(DARUMA_SOURCE_DIR) / folder))
      if (is_description(entry.path())) files.push_back(entry.path());
  return files;
}

TEST(Sources, EveryNumberOfEveryDescriptionHasOne) {
  const std::vector<fs::path> files = descriptions();
  ASSERT_GE(files.size(), 7U);
  for (const fs::path& file : files) EXPECT_THAT(problems_of_file(read(file)), IsEmpty()) << file;
}

TEST(Sources, EveryDescriptionIsNamedAsItsFile) {
  for (const fs::path& file : descriptions()) EXPECT_EQ(read(file).at("name").get<std::string>(), file.stem().string());
}

TEST(Sources, AMissingOrEmptyOneIsFound) {
  const Json document = Json::parse(R"({"name": "x", "cores": 4,
    "nodes": {"value": 1, "kind": "cited"}, "link": {"latency": {"value": "1us", "kind": "cited", "source": ""}},
    "memory": {"value": 1, "source": "s"}, "loopback": {"value": 1, "kind": "fitted", "source": "s"}})");
  EXPECT_THAT(problems_of_file(document),
              ElementsAre("/cores: is a bare value", "/link/latency: has no source", "/loopback: fitted on what?",
                          "/memory: has no kind", "/nodes: has no source"));
}

} // namespace
} // namespace daruma::platforms
