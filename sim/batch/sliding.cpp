#include "sim/batch/sliding.hpp"

#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/substitution.hpp"
#include "models/spares/logic/traffic.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace daruma::batch {

namespace spares = models::spares;

namespace {

constexpr int sample = 16;
constexpr int most_failures = 8;

std::vector<int> square(int nodes) {
  const int narrow = std::max(1, static_cast<int>(std::sqrt(nodes)));
  return {(nodes + narrow - 1) / narrow, narrow};
}

/// Collisions after so many failures of nodes that carry a rank, each answered where that can be done.
int collisions_after(const spares::Layout& layout, const spares::Pattern& pattern, const spares::Policy& policy,
                     int failures, RandomStream stream) {
  spares::Placement placement(layout);
  spares::Traffic traffic(layout.network(), pattern, placement.nodes());
  for (int failure = 0; failure < failures; ++failure) {
    const auto rank = static_cast<int>(stream.below(static_cast<std::uint64_t>(layout.ranks())));
    const auto answer = spares::substitute(placement, placement.node_of(rank), policy);
    if (!answer) break;
    placement.apply(*answer);
    for (const spares::Move& move : answer->moves) traffic.move(move.rank, move.to);
  }
  return traffic.collisions();
}

} // namespace

Sliding::Sliding(const std::string& method, double exchange_share)
    : methods_(spares::parse_method(method, 2).value()), exchange_share_(exchange_share) {}

double Sliding::slowdown(int nodes, int replaced) const {
  replaced = std::min(replaced, most_failures);
  if (nodes < 4 || replaced == 0) return 1; // in a row each link has its two messages anyway
  const auto [known, is_new] = known_.try_emplace({nodes, replaced}, 1);
  if (is_new) known->second = 1 + exchange_share_ * (ratio(square(nodes), replaced) - 1);
  return known->second;
}

double Sliding::ratio(const std::vector<int>& extents, int replaced) const {
  const spares::Layout layout(extents, *spares::parse_faces("2d-1", 2), Wrap::none);
  const spares::Pattern pattern = spares::stencil(extents, {});
  const spares::Policy policy{methods_};
  const double before = collisions_after(layout, pattern, policy, 0, RandomStream(0, 0, ""));
  double sum = 0;
  for (std::uint64_t one = 0; one < sample; ++one)
    sum += collisions_after(layout, pattern, policy, replaced, RandomStream(1, one, "centre/sliding"));
  return std::max(1.0, sum / sample / before);
}

} // namespace daruma::batch
