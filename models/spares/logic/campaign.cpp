#include "models/spares/logic/campaign.hpp"

#include "models/spares/logic/walker.hpp"
#include "sim/core/threads.hpp"

#include <algorithm>
#include <atomic>

namespace daruma::models::spares {

namespace {

/// The piece of a campaign that a thread takes at a time.
constexpr std::int64_t firsts_in_a_piece = 1000;

/// The later of two examples gives way: fewer collisions, then the greater nodes.
void keep_first(std::optional<Example>& kept, const std::optional<Example>& other) {
  if (!other) return;
  const auto is_ahead = [](const Example& a, const Example& b) {
    return a.collisions != b.collisions ? a.collisions > b.collisions : a.failures < b.failures;
  };
  if (!kept || is_ahead(*other, *kept)) kept = other;
}

std::vector<int> first_victims(const Campaign& campaign) {
  std::vector<int> nodes = walking_order(campaign.layout, campaign.policy);
  if (campaign.victims != Victims::nodes)
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [&](int node) { return campaign.layout.is_spare(node); }),
                nodes.end());
  return nodes;
}

/// All the pieces of a campaign, taken one by one.
class Pieces {
public:
  Pieces(const Campaign& campaign, const Progress& progress)
      : campaign_(campaign), progress_(progress),
        firsts_(campaign.sample ? std::vector<int>{} : first_victims(campaign)),
        size_(campaign.failures == 1 || campaign.sample ? firsts_in_a_piece : 1) {}

  /// False if there is none left.
  bool work_off_one(Walker& walker) {
    const std::int64_t begin = next_.fetch_add(size_);
    const std::int64_t all = campaign_.sample ? campaign_.sample->cases : static_cast<std::int64_t>(firsts_.size());
    const std::int64_t end = std::min(begin + size_, all);
    if (begin >= end) return false;
    if (campaign_.sample)
      for (std::int64_t number = begin; number < end && !is_stopped(); ++number) walker.draw(number);
    else
      walker.walk({firsts_.begin() + begin, firsts_.begin() + end});
    return !is_stopped();
  }

private:
  bool is_stopped() const { return progress_.stop.load(std::memory_order_relaxed); }

  const Campaign& campaign_;
  const Progress& progress_;
  std::vector<int> firsts_;
  std::int64_t size_;
  std::atomic<std::int64_t> next_{0};
};

} // namespace

double Tally::mean() const {
  double sum = 0;
  for (const auto& [collisions, count] : histogram) sum += static_cast<double>(collisions) * static_cast<double>(count);
  return survivable() == 0 ? 0 : sum / static_cast<double>(survivable());
}

void Tally::add(const Tally& other) {
  cases += other.cases;
  not_survivable += other.not_survivable;
  for (const auto& [collisions, count] : other.histogram) histogram[collisions] += count;
  longest_way_sum += other.longest_way_sum;
  longest_way_max = std::max(longest_way_max, other.longest_way_max);
  moved_sum += other.moved_sum;
  moved_max = std::max(moved_max, other.moved_max);
  farthest_move_sum += other.farthest_move_sum;
  farthest_move_max = std::max(farthest_move_max, other.farthest_move_max);
  keep_first(worst, other.worst);
  keep_first(breaks, other.breaks);
  partial = partial || other.partial;
}

double cases_after(const Campaign& campaign, int happened) {
  // A rank that lost its node is on another one: as many nodes carry ranks as before.
  const int lost_per_failure = campaign.victims == Victims::ranks ? 0 : 1;
  const int nodes = campaign.victims == Victims::nodes ? campaign.layout.network().nodes() : campaign.layout.ranks();
  double cases = 1;
  for (int failure = happened; failure < campaign.failures; ++failure)
    cases *= std::max(0, nodes - failure * lost_per_failure);
  return cases;
}

double number_of_cases(const Campaign& campaign) {
  return campaign.sample ? static_cast<double>(campaign.sample->cases) : cases_after(campaign, 0);
}

Placement replay(const Campaign& campaign, const std::vector<int>& failures) {
  Placement placement(campaign.layout);
  Traffic traffic(campaign.layout.network(), campaign.pattern, placement.nodes());
  for (int node : failures) {
    const auto answer = substitute(placement, node, campaign.policy, [&traffic](const Move& move) {
      traffic.move(move.rank, move.to);
      return traffic.collisions();
    });
    placement.apply(answer.value());
    for (const Move& move : answer->moves) traffic.move(move.rank, move.to);
  }
  return placement;
}

Tally count(const Campaign& campaign, int threads, Progress& progress) {
  Pieces pieces(campaign, progress);
  std::vector<Tally> tallies(static_cast<std::size_t>(threads));
  on_threads(threads, [&](int thread) {
    Walker walker(campaign, progress);
    while (pieces.work_off_one(walker)) {}
    tallies[static_cast<std::size_t>(thread)] = walker.tally();
  });
  Tally sum;
  for (const Tally& tally : tallies) sum.add(tally);
  sum.partial = progress.stop;
  return sum;
}

} // namespace daruma::models::spares
