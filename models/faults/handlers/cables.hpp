// The cables that a file tells of: where each leads to, and the way between two nodes over them, which is the one with
// the fewest switches, of several the one over the cables that are told first.
#pragma once

#include "models/faults/handlers/management.hpp"
#include "models/faults/logic/cabling.hpp"
#include "models/faults/logic/candidates.hpp"

namespace daruma::models::faults {

class ToldCabling final : public Cabling {
public:
  explicit ToldCabling(const Management& machine) : machine_(machine) {}

  int ports(int network_switch) const override;
  /// Node -1 where no cable is told.
  CableEnd other_end(int network_switch, int port) const override;
  std::optional<CableEnd> plugged_into(int node, Plug) const override;

private:
  const Management& machine_;
};

/// Without hops where no way is told.
Way way_between(int from, int to, const Management& machine);

} // namespace daruma::models::faults
