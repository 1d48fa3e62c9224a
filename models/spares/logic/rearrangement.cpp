#include "models/spares/logic/rearrangement.hpp"

#include "models/spares/logic/traffic.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::models::spares {

namespace {

constexpr double most_arrangements = 300000;
constexpr int annealing_steps = 60000;

/// A placement under change: where each rank was, where it is, and what that costs.
class Arrangement {
public:
  Arrangement(const Placement& placement, const Pattern& pattern)
      : network_(placement.layout().network()), home_(placement.nodes()), at_(occupants(placement)),
        traffic_(network_, pattern, home_) {}

  const Network& network() const { return network_; }
  int ranks() const { return static_cast<int>(home_.size()); }
  int at(int node) const { return at_[node]; }
  int node_of(int rank) const { return traffic_.node_of(rank); }
  int moved() const { return moved_; }
  int collisions() const { return traffic_.collisions(); }
  std::int64_t hops() const { return traffic_.hops(); }

  /// The rank goes there, and who is there takes its place.
  void exchange(int rank, int to) {
    const int from = node_of(rank);
    const int other = at_[to];
    put(rank, to);
    at_[from] = Placement::idle;
    if (other >= 0) put(other, from);
  }

  std::vector<Move> moves() const {
    std::vector<Move> all;
    for (int rank = 0; rank < ranks(); ++rank)
      if (node_of(rank) != home_[rank]) all.push_back({rank, home_[rank], node_of(rank)});
    return all;
  }

private:
  static std::vector<int> occupants(const Placement& placement) {
    std::vector<int> at(static_cast<std::size_t>(placement.layout().network().nodes()));
    for (std::size_t node = 0; node < at.size(); ++node) at[node] = placement.at(static_cast<int>(node));
    return at;
  }

  void put(int rank, int to) {
    moved_ -= node_of(rank) != home_[rank] ? 1 : 0;
    traffic_.move(rank, to);
    at_[to] = rank;
    moved_ += to != home_[rank] ? 1 : 0;
  }

  const Network& network_;
  std::vector<int> home_;
  std::vector<int> at_;
  Traffic traffic_;
  int moved_ = 0;
};

/// The best of each number of moves.
class Front {
public:
  Front(int budget, Search search) : best_(static_cast<std::size_t>(budget) + 1), search_(search) {}

  void offer(const Arrangement& arrangement) {
    const auto moved = static_cast<std::size_t>(arrangement.moved());
    if (moved >= best_.size()) return;
    auto& known = best_[moved];
    if (known && known->collisions <= arrangement.collisions()) return;
    known = Rearrangement{arrangement.collisions(), search_, arrangement.moves()};
  }

  std::vector<Rearrangement> improvements() const {
    std::vector<Rearrangement> all;
    for (const auto& candidate : best_)
      if (candidate && (all.empty() || candidate->collisions < all.back().collisions)) all.push_back(*candidate);
    return all;
  }

private:
  std::vector<std::optional<Rearrangement>> best_;
  Search search_;
};

/// Ways to move `budget` of the ranks to idle nodes and each other's.
double arrangements(int ranks, int idle, int budget) {
  double ways = 1;
  for (int i = 0; i < budget; ++i) ways *= static_cast<double>(ranks - i) * (idle + i + 1) / (i + 1);
  return ways;
}

/// Places the ranks of `chosen` from `next` on in all ways on nodes that were idle or left by the chosen.
void assign(Arrangement& arrangement, const std::vector<int>& chosen, std::size_t next, Front& front) {
  if (next == chosen.size()) {
    front.offer(arrangement);
    return;
  }
  const int rank = chosen[next];
  const int from = arrangement.node_of(rank);
  assign(arrangement, chosen, next + 1, front);
  for (int to = 0; to < arrangement.network().nodes(); ++to) {
    const int other = arrangement.at(to);
    const bool is_free = other == Placement::idle || std::find(chosen.begin() + static_cast<std::ptrdiff_t>(next) + 1,
                                                               chosen.end(), other) != chosen.end();
    if (!is_free) continue;
    arrangement.exchange(rank, to);
    assign(arrangement, chosen, next + 1, front);
    arrangement.exchange(rank, from);
  }
}

/// All sets of at most `budget` ranks.
void choose(Arrangement& arrangement, std::vector<int>& chosen, int first, int budget, Front& front) {
  if (static_cast<int>(chosen.size()) == budget || first == arrangement.ranks()) {
    assign(arrangement, chosen, 0, front);
    return;
  }
  chosen.push_back(first);
  choose(arrangement, chosen, first + 1, budget, front);
  chosen.pop_back();
  choose(arrangement, chosen, first + 1, budget, front);
}

/// One exchange after the other, so that they can be taken back.
class Trial {
public:
  explicit Trial(Arrangement& arrangement) : arrangement_(arrangement) {}

  void exchange(int rank, int to) {
    taken_.push_back({rank, arrangement_.node_of(rank), to});
    arrangement_.exchange(rank, to);
  }

  /// A rank goes anywhere that has not failed.
  void relocate(RandomStream& random) {
    const int rank = static_cast<int>(random.below(static_cast<std::uint64_t>(arrangement_.ranks())));
    const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(arrangement_.network().nodes())));
    if (arrangement_.at(to) != Placement::failed && to != arrangement_.node_of(rank)) exchange(rank, to);
  }

  /// Ranks on a line through a spare shift towards it, over failed nodes, up to a random distance.
  void shift(RandomStream& random) {
    const Network& network = arrangement_.network();
    int hole = static_cast<int>(random.below(static_cast<std::uint64_t>(network.nodes())));
    if (arrangement_.at(hole) != Placement::idle) return;
    const int axis = static_cast<int>(random.below(static_cast<std::uint64_t>(network.dimensions())));
    const int extent = network.extents()[axis];
    const int side = random.below(2) == 0 ? -1 : 1;
    const int last = static_cast<int>(random.below(static_cast<std::uint64_t>(extent)));
    const int here = network.coordinate(hole, axis);
    for (int place = here + side; place >= 0 && place < extent && (last - place) * side >= 0; place += side) {
      const int node = hole + (place - network.coordinate(hole, axis)) * network.stride(axis);
      if (arrangement_.at(node) < 0) continue;
      exchange(arrangement_.at(node), hole);
      hole = node;
    }
  }

  void take_back() {
    for (auto move = taken_.rbegin(); move != taken_.rend(); ++move) arrangement_.exchange(move->rank, move->from);
  }

private:
  Arrangement& arrangement_;
  std::vector<Move> taken_;
};

/// Collisions first: one of them weighs as much as a thousand hops.
double cost(const Arrangement& arrangement) {
  return 1000.0 * arrangement.collisions() + static_cast<double>(arrangement.hops());
}

void anneal(Arrangement& arrangement, int budget, std::uint64_t seed, Front& front) {
  RandomStream random(seed, static_cast<std::uint64_t>(budget), "spares/rearrangement");
  double current = cost(arrangement);
  for (int step = 0; step < annealing_steps; ++step) {
    const double temperature = 300 * std::pow(1e-3, static_cast<double>(step) / annealing_steps);
    Trial trial(arrangement);
    if (random.below(2) == 0)
      trial.shift(random);
    else
      trial.relocate(random);
    const double next = cost(arrangement);
    const double threshold = random.uniform();
    const bool is_taken = arrangement.moved() <= budget && threshold < std::exp((current - next) / temperature);
    if (is_taken) {
      current = next;
      front.offer(arrangement);
    } else {
      trial.take_back();
    }
  }
}

} // namespace

std::vector<Rearrangement> trade_off(const Placement& placement, const Pattern& pattern, int budget,
                                     std::uint64_t seed) {
  Arrangement arrangement(placement, pattern);
  const int idle = static_cast<int>(placement.idle_nodes().size());
  if (arrangements(arrangement.ranks(), idle, budget) <= most_arrangements) {
    Front front(budget, Search::exhaustive);
    std::vector<int> chosen;
    choose(arrangement, chosen, 0, budget, front);
    return front.improvements();
  }
  Front front(budget, Search::annealing);
  front.offer(arrangement);
  for (int step = 1; step <= 6; ++step) {
    Arrangement start(placement, pattern);
    const int tried = std::max(1, static_cast<int>(std::lround(budget * std::pow(2.0, step - 6))));
    anneal(start, tried, seed, front);
  }
  return front.improvements();
}

} // namespace daruma::models::spares
