// One place in a JSON document, as the meaning layer reads it: typed, with its pointer, tolerant.
//
// The schema has looked at the shape already. A value that is absent or was objected to reads as the
// caller's default, so that reading goes on and finds the other mistakes of the file.
#pragma once

#include "sim/core/units.hpp"
#include "sim/core/words.hpp"
#include "sim/scenario/report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::scenario {

/// Which sign a quantity may have.
enum class Sign { positive, not_negative };

class Node {
public:
  /// `value` may be null: nothing is there.
  Node(const nlohmann::json* value, std::string pointer, Report& report);

  bool is_given() const;
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
  bool truth(bool otherwise) const;
  std::vector<int> wholes() const;
  /// The physical amount, of the sign allowed; Amount is Seconds or one of the quantities.
  template <class Amount> Amount amount(Amount otherwise, Sign) const;
  template <class Value> Value choice(const Choices<Value>& choices, Value otherwise) const {
    const std::string name = text();
    const auto value = value_named(choices, name);
    if (!value && !name.empty()) remark_shape();
    return value.value_or(otherwise);
  }

  /// Remarks on this value, unless somebody did before.
  void remark(std::string sentence) const;

  /// The value itself where it stands with its provenance (see provenance.hpp).
  Node bare() const;

private:
  /// Can this be read? If it is there, is not known to be wrong, and still does not fit, that is remarked.
  bool is_readable(bool fits) const;
  void remark_shape() const;

  const nlohmann::json* value_; ///< never null: what is not there is of the kind `discarded`
  std::string pointer_;
  Report* report_;
};

/// Descriptions that come in kinds (a mesh and a flat topology, a serial and a perfect detector): which
/// members each kind needs, and which it has no use for.
struct KindKeys {
  std::string name; ///< with its noun, as in `detector "serial"`
  std::vector<std::string> needs;
  std::vector<std::string> takes; ///< but does not need
};

/// Remarks on the object's members that are missing or of no use to its kind, which `kind_key` says.
void check_members(const Node& object, std::string_view kind_key, const KindKeys&);

} // namespace daruma::scenario
