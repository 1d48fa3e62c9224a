// Descriptions that come in kinds (a mesh and a flat topology, a serial and a perfect detector): which
// members each kind needs, and which it has no use for.
#pragma once

#include "sim/scenario/node.hpp"

namespace daruma::scenario {

struct KindKeys {
  std::string name; ///< with its noun, as in `detector "serial"`
  std::vector<std::string> needs;
  std::vector<std::string> takes; ///< but does not need
};

/// Remarks on the object's members that are missing or of no use to its kind, which `kind_key` says.
void check_members(const Node& object, std::string_view kind_key, const KindKeys&);

} // namespace daruma::scenario
