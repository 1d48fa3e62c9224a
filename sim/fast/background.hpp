// Load that other users put on a node: jobs that arrive at random and want some processor time.
//
// Poisson arrivals: over the whole system they come to each node alike, so that a node's own arrivals
// are a Poisson stream, too, with the gap times the number of nodes (migration paper, section 4.2).
#pragma once

#include "sim/base/random_stream.hpp"
#include "sim/base/units.hpp"

#include <limits>

namespace daruma::fast {

inline constexpr Seconds never{std::numeric_limits<double>::infinity()};

enum class ServiceLaw { exponential, fixed, pareto };

struct Background {
  Seconds arrival_gap = never; ///< mean, over the whole system; `never`: no load
  ServiceLaw law = ServiceLaw::exponential;
  Seconds service{600}; ///< mean processor time of a job
  double shape = 2.5;   ///< of the Pareto law, above 1
};

/// The mean share of the processors that the load takes.
double utilisation(const Background&, int nodes);

/// A job of the background.
struct Arrival {
  Seconds time;
  Seconds work;
};

/// What comes to one node, one after the other.
class Arrivals {
public:
  /// `node` of `nodes`; its draws depend on no other node's.
  Arrivals(const Background&, int node, int nodes, std::uint64_t seed, std::uint64_t replication);

  const Arrival& next() const { return next_; }
  void advance();

private:
  Seconds draw_work();

  Background law_;
  Seconds gap_;
  RandomStream stream_;
  Arrival next_{Seconds(0), Seconds(0)};
};

} // namespace daruma::fast
