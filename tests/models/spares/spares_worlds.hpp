// Random jobs, networks and policies for tests against brute force: everything small, everything possible.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/pattern.hpp"

namespace daruma::models::spares {

class RandomWorld {
public:
  explicit RandomWorld(int number);

  const Layout& layout() const { return layout_; }
  const Placement& placement() const { return placement_; }
  const Policy& policy() const { return policy_; }
  Pattern random_pattern();

  /// A node that has not failed; nothing once all have.
  std::optional<int> random_victim();
  /// Applies the answer to its failure, and returns it; nothing if there is none.
  std::optional<Substitution> fail(int node);
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

private:
  RandomStream random_;
  Layout layout_;
  Placement placement_;
  Policy policy_;
};

} // namespace daruma::models::spares
