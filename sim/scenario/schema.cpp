#include "sim/scenario/schema.hpp"

#include "sim/scenario/json_text.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/topology_schema.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <mutex>
#include <set>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;
using Path = std::vector<std::string>;

/// Valijson's context is "<root>", "[jobs]", "[0]", ...
Path path_of(const Path& context) {
  Path path;
  for (std::size_t i = 1; i < context.size(); ++i) path.push_back(context[i].substr(1, context[i].size() - 2));
  return path;
}

std::string pointer_of(const Path& path) {
  std::string pointer;
  for (const std::string& token : path) pointer = below(pointer, token);
  return pointer;
}

} // namespace

/// A schema, and what Valijson makes of it when the first document is held against it.
class Schema::Compiled {
public:
  explicit Compiled(Json text) : text_(std::move(text)) {}

  void check(const Json& document, Report& report) const {
    valijson::ValidationResults results;
    valijson::Validator validator;
    if (validator.validate(schema(), valijson::adapters::NlohmannJsonAdapter(document), &results)) return;

    // Valijson also repeats a mistake at every level above it; those levels have nothing to explain.
    std::set<Path> explained;
    for (const valijson::ValidationResults::Error& error : results) {
      const Path path = path_of(error.context);
      if (!report.is_full() && explained.insert(path).second) explain(text_, document, path, report);
    }
    if (report.remarks().empty()) {
      const valijson::ValidationResults::Error& first = *results.begin();
      report.add(pointer_of(path_of(first.context)), first.description);
    }
  }

private:
  const valijson::Schema& schema() const {
    std::call_once(once_, [this] {
      valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text_), schema_);
    });
    return schema_;
  }

  const Json text_;
  mutable std::once_flag once_;
  mutable valijson::Schema schema_;
};

Schema::Schema(const std::filesystem::path& path) {
  Report report;
  const std::optional<std::string> text = read_file(path, report);
  std::optional<Json> json = text ? read_json(with_topologies(*text), report) : std::nullopt;
  if (!json) {
    const Remark& first = report.remarks().front();
    throw ScenarioError({{path.string(), first.pointer, "the scenario schema: " + first.sentence}});
  }
  for (const char* const described : {"machine", "runtime"})
    definitions_[described] = std::make_shared<const Compiled>(
        Json{{"$ref", std::string("#/definitions/") + described}, {"definitions", json->at("definitions")}});
  whole_ = std::make_shared<const Compiled>(std::move(*json));
}

void Schema::check_scenario(const Json& document, Report& report) const { whole_->check(document, report); }

void Schema::check_definition(const std::string& name, const Json& document, Report& report) const {
  definitions_.at(name)->check(document, report);
}

} // namespace daruma::scenario
