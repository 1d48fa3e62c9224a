// One place in a JSON document, as the meaning layer reads it: typed, with its pointer, tolerant.
//
// The schema has looked at the shape already. A value that is absent or was objected to reads as the
// caller's default, so that reading goes on and finds the other mistakes of the file.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::scenario {

/// Which sign a quantity may have.
enum class Sign { positive, not_negative };

template <class Value> using Choices = std::vector<std::pair<std::string_view, Value>>;

class Node {
public:
  /// `value` may be null: nothing is there.
  Node(const nlohmann::json* value, std::string pointer, Report& report)
      : value_(value), pointer_(std::move(pointer)), report_(&report) {}

  bool is_given() const { return value_ != nullptr; }
  bool is_object() const;
  bool is_text() const;
  const std::string& pointer() const { return pointer_; }
  Report& report() const { return *report_; }
  /// What is there; only if something is.
  const nlohmann::json& json() const { return *value_; }

  Node operator[](std::string_view key) const;
  /// The item of a list; nothing is there beyond its end.
  Node operator[](std::size_t index) const;
  std::vector<std::string> keys() const;
  std::vector<Node> items() const;

  std::string text(const std::string& otherwise = {}) const;
  int whole(int otherwise) const;
  double number(double otherwise) const;
  std::vector<int> wholes() const;
  /// The physical amount, of the sign allowed; Amount is Seconds or one of the quantities.
  template <class Amount> Amount amount(Amount otherwise, Sign) const;
  template <class Value> Value choice(const Choices<Value>& choices, Value otherwise) const {
    const std::string name = text();
    for (const auto& [known, value] : choices) {
      if (known == name) return value;
    }
    if (!name.empty()) remark_shape();
    return otherwise;
  }

  /// Remarks on this value, unless somebody did before.
  void remark(std::string sentence) const;

  /// The value itself where it stands with its provenance (see provenance.hpp).
  Node bare() const;

private:
  /// Can this be read? If it is there, is not known to be wrong, and still does not fit, that is remarked.
  bool is_readable(bool fits) const;
  void remark_shape() const;

  const nlohmann::json* value_;
  std::string pointer_;
  Report* report_;
};

} // namespace daruma::scenario
