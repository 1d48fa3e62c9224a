// Load that other users put on nodes: jobs that arrive and want some processor time.
//
// Poisson arrivals over the whole system come to each node alike, so that a node's own arrivals are a
// Poisson stream, too (migration paper, section 4.2). Vocabulary shared by the scenario layer, which
// reads it, and by the models of nodes, which obey it.
#pragma once

#include "sim/core/units.hpp"

#include <optional>
#include <vector>

namespace daruma {

enum class ServiceLaw { exponential, fixed, pareto };
/// Between arrivals anywhere, or on one node.
enum class GapOf { system, node };

/// A job of the background.
struct BackgroundJob {
  Seconds time;
  int node;
  Seconds work; ///< `never`: it stays for ever, as a CPU hog does
};

struct Background {
  Seconds arrival_gap = never; ///< mean; `never`: no random arrivals
  GapOf gap_of = GapOf::system;
  ServiceLaw law = ServiceLaw::exponential;
  Seconds service{600};                ///< mean processor time of a job that arrives at random
  double shape = 2.5;                  ///< of the Pareto law, above 1
  std::vector<BackgroundJob> listed{}; ///< jobs besides the random ones, by time
  std::optional<Seconds> quantum{};    ///< nodes take turns of this; without it they share in equal parts, always
};

/// Mean gap between arrivals at one of `nodes`.
Seconds gap_on_node(const Background&, int nodes);

/// The mean share of a processor of each of `nodes` that random arrivals take.
double utilisation(const Background&, int nodes);

} // namespace daruma
