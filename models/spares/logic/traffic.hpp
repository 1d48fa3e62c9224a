// One exchange of a job on its network: the loads of the links and the lengths of the messages' ways,
// kept up to date while ranks move. Moving a rank costs what its own messages cost, whatever the size
// of the network.
#pragma once

#include "models/spares/logic/network.hpp"
#include "models/spares/logic/pattern.hpp"

#include <cstdint>
#include <vector>

namespace daruma::models::spares {

/// How many messages share each directed link of a network, and the maximum over all links, kept up to
/// date while messages come and go.
///
/// A message takes at most one run of consecutive links per dimension. Each line of the network and
/// direction has a tournament tree over its links, in which a run is added in time logarithmic in the
/// line's length; a histogram over the lines' maxima gives the maximum of all. Source of the range
/// addition without pushing down: the usual bottom-up segment tree; here siblings are kept normalised
/// (the larger one is 0), so that one number per node is enough and most changes end at once.
class LinkLoads {
public:
  explicit LinkLoads(const Network&);

  /// Puts a message of that weight on its way, or takes it off with a negative weight.
  void add(int from, int to, int weight);
  /// The largest load of a link; 0 without messages.
  int max() const { return max_; }

private:
  void add_run(std::int32_t* tree, int extent, int first, int last, int weight);
  void count_line(int load_before, int load_after);

  const Network* network_;
  std::vector<std::size_t> first_tree_;             ///< by axis
  std::vector<std::vector<std::size_t>> line_step_; ///< by axis, then other axis: lines between neighbours there
  std::vector<std::int32_t> trees_;
  std::vector<std::int32_t> lines_with_max_; ///< how many lines have that maximum
  int max_ = 0;
};

class Traffic {
public:
  /// `nodes`: where each rank is. Network and pattern outlive it.
  Traffic(const Network&, const Pattern&, std::vector<int> nodes);

  void move(int rank, int to);
  int node_of(int rank) const { return nodes_[rank]; }
  /// The largest sum of the weights of messages on one directed link.
  int collisions() const { return loads_.max(); }
  /// Links on the way of the message that goes farthest.
  int longest_way() const { return longest_; }
  /// Links on the ways of all messages together.
  std::int64_t hops() const { return hops_; }

private:
  void exchange(int rank, int sign);
  void send(int from, int to, int weight);

  const Network* network_;
  const Pattern* pattern_;
  std::vector<int> nodes_;
  LinkLoads loads_;
  std::vector<std::int64_t> messages_by_hops_;
  int longest_ = 0;
  std::int64_t hops_ = 0;
};

} // namespace daruma::models::spares
