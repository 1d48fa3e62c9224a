// What it costs a job where its nodes lie: a share of its time are exchanges, and these take as long as the link with
// most messages needs.
//
// A job exchanges messages by a pattern (models/spares/logic/pattern.hpp), one rank a node, ranks in the order in which
// the nodes were taken; routes are those of the machine's wiring, and all of one exchange are under way at once. Other
// jobs' messages are on a link in the share of time that are exchanges. What the fullest link has by that is compared
// with what it has where the job is alone on the machine, in a box of a mesh or torus or below as few switches as can
// be: there it takes as long as the log says, elsewhere its exchanges take as many times longer (Yoshinaga, Hori,
// Ishikawa, section 3). Assumed: messages of all jobs are alike, and who comes later makes those slower that come then,
// not those that run.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "platforms/topology/topology.hpp"
#include "sim/batch/node_choice.hpp"
#include "sim/batch/places.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace daruma::batch {

/// The messages of a pattern on a machine's links, `nodes[rank]` being where a rank is; those of ranks that have no
/// node are left out.
topology::LinkLoads count_messages(const topology::Wiring&, const models::spares::Pattern&,
                                   const std::vector<int>& nodes);

class PlacementCost {
public:
  /// The pattern is one of "ring", "stencil-2d", "stencil-3d", "binomial-tree" and "all-to-all".
  PlacementCost(const topology::Topology&, int nodes, const std::string& pattern, double communication);

  /// A job has these nodes from now on: how many times longer it takes there, at least 1.
  double enter(std::size_t job, const Places&);
  /// It has them no more, if it had any.
  void leave(std::size_t job);

private:
  struct OfSize {
    models::spares::Pattern pattern;
    int collisions; ///< of a job alone
  };
  struct Load {
    topology::LinkSlot link;
    int messages;
  };
  const OfSize& of_size(int nodes);

  std::unique_ptr<const topology::Wiring> wiring_;
  NodeLayout layout_;
  std::string pattern_;
  double communication_;
  std::map<int, OfSize> known_{}; ///< by nodes of a job
  std::vector<int> messages_;     ///< by link, of all jobs
  std::map<std::size_t, std::vector<Load>> jobs_{};
};

/// Of a machine with that topology.
NodeLayout layout_of(const topology::Topology&, int nodes);

} // namespace daruma::batch
