#include "sim/scenario/kind.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::scenario {

void check_members(const Node& object, std::string_view kind_key, const KindKeys& kind) {
  for (const std::string& key : kind.needs) {
    if (!object[key].is_given()) object.report().add(object.pointer(), kind.name + " needs " + in_quotes(key));
  }
  std::vector<std::string> used = kind.needs;
  used.insert(used.end(), kind.takes.begin(), kind.takes.end());
  const std::string instead = used.empty() ? "" : "; it takes " + listed(used);
  for (const std::string& key : object.keys()) {
    const bool is_used = key == kind_key || std::find(used.begin(), used.end(), key) != used.end();
    if (!is_used) object[key].remark(kind.name + " has no use for " + in_quotes(key) + instead);
  }
}

} // namespace daruma::scenario
