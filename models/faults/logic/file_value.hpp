// What stands in a JSON file of the fault model, and where: each mistake is told with the file and the JSON pointer.
#pragma once

#include "models/faults/logic/fault_model.hpp"
#include "sim/core/units.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::models::faults {

inline nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream stream(file);
  nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
  if (json.is_discarded()) throw FaultTreeError(file.string() + " cannot be read, or is no JSON");
  return json;
}

template <class Names> std::string listed(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "\"" : ", \"") + std::string(name) + "\"";
  return text;
}

/// A value of a file, and where it stands.
class Value {
public:
  Value(const nlohmann::json& json, std::string file, std::string pointer)
      : json_(json), file_(std::move(file)), pointer_(std::move(pointer)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw FaultTreeError(file_ + ": " + (pointer_.empty() ? "/" : pointer_) + ": " + what);
  }

  /// Refuses keys that are not among these.
  void have_only(std::initializer_list<std::string_view> keys) const {
    if (!json_.is_object()) refuse("must be in braces");
    for (const auto& entry : json_.items())
      if (std::find(keys.begin(), keys.end(), entry.key()) == keys.end())
        refuse("unknown key \"" + entry.key() + "\"; known: " + listed(keys));
  }

  bool has(const std::string& key) const { return json_.contains(key); }
  /// The value itself where it stands with its provenance, as in sim/scenario/provenance.hpp.
  Value operator[](const std::string& key) const {
    if (!json_.contains(key)) refuse("\"" + key + "\" is missing");
    Value found(json_[key], file_, pointer_ + "/" + key);
    if (!found.json_.is_object() || !found.json_.contains("value")) return found;
    found.have_only({"value", "kind", "source", "fitted_on"});
    return {found.json_["value"], file_, found.pointer_ + "/value"};
  }

  std::string text() const {
    if (!json_.is_string() || json_.get<std::string>().empty()) refuse("must be a text, got " + json_.dump());
    return json_.get<std::string>();
  }
  double number() const {
    if (!json_.is_number()) refuse("must be a number, got " + json_.dump());
    return json_.get<double>();
  }
  bool truth() const {
    if (!json_.is_boolean()) refuse("must be true or false, got " + json_.dump());
    return json_.get<bool>();
  }
  Seconds duration() const {
    const auto seconds = parse_seconds(text());
    if (!seconds || *seconds < Seconds(0)) refuse("must be a duration as in \"120s\", got " + json_.dump());
    return *seconds;
  }
  int whole(int largest = 1'000'000) const {
    if (!json_.is_number_unsigned() || json_.get<std::uint64_t>() > static_cast<std::uint64_t>(largest))
      refuse("must be a whole number from 0 to " + std::to_string(largest) + ", got " + json_.dump());
    return json_.get<int>();
  }
  std::vector<std::string> keys() const {
    if (!json_.is_object()) refuse("must be in braces");
    std::vector<std::string> all;
    for (const auto& entry : json_.items()) all.push_back(entry.key());
    return all;
  }
  std::vector<Value> items() const {
    if (!json_.is_array()) refuse("must be a list, got " + json_.dump());
    std::vector<Value> all;
    all.reserve(json_.size());
    for (std::size_t i = 0; i < json_.size(); ++i)
      all.emplace_back(json_[i], file_, pointer_ + "/" + std::to_string(i));
    return all;
  }

private:
  const nlohmann::json& json_;
  std::string file_;
  std::string pointer_;
};

} // namespace daruma::models::faults
