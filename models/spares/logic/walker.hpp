// One thread's walk through the cases of a campaign, with a placement and a traffic of its own.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/traffic.hpp"

namespace daruma::models::spares {

class Walker {
public:
  Walker(const Campaign&, Progress&);

  /// All sequences whose first failure is one of these nodes.
  void walk(const std::vector<int>& firsts);
  /// The sample of that number.
  void draw(std::int64_t number);
  const Tally& tally() const { return tally_; }

private:
  bool is_last() const { return static_cast<int>(entered_.size()) + 1 == campaign_.failures; }
  bool is_victim(int node) const;
  std::vector<int> victims() const;
  int random_victim(RandomStream&) const;
  std::optional<Substitution> answer(int node);
  /// The node fails: counts the case if it was the last failure or cannot be answered, else goes on from there.
  /// False if the case has ended.
  bool fail(int node, std::int64_t cases_beyond);
  void leave();
  void show(std::vector<Move> moves);
  int hops(const Move& move) const { return campaign_.layout.network().hops(move.from, move.to); }
  /// The length of the longest move until now, in hops, the moves that are shown included.
  int farthest_move() const;
  void record(int node, std::size_t moved);
  void record_broken(int node, std::int64_t cases);
  std::vector<int> failures_up_to(int node) const;

  const Campaign& campaign_;
  Progress& progress_;
  Placement placement_;
  Traffic traffic_;
  std::vector<int> order_;
  std::vector<Substitution> entered_;
  std::vector<int> entered_farthest_; ///< hops of the longest move of each
  std::vector<Move> shown_;           ///< moves that the traffic shows beyond the placement
  std::vector<int> shown_farthest_;   ///< hops of the longest of the last, of the last two, ... of them
  std::int64_t moved_ = 0;            ///< by the entered substitutions
  Tally tally_;
};

/// All nodes in an order in which the answers to the failures of neighbours resemble each other.
std::vector<int> walking_order(const Layout&, const Policy&);

} // namespace daruma::models::spares
