#include "sim/batch/pools.hpp"

#include "sim/batch/bits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace daruma::batch {

bool Window::admits(int user) const { return std::find(users.begin(), users.end(), user) != users.end(); }

Span Window::next(Seconds time) const {
  if (time < first.until) return first;
  if (every == never) return {never, never};
  const auto turn = [this](double number) { return Span{first.from + number * every, first.until + number * every}; };
  double number = std::floor((time - first.until) / every);
  while (turn(number).until <= time) ++number; // a quotient that was rounded down
  return turn(number);
}

namespace {

/// What nodes have in common that are a pool.
using Likeness = std::pair<std::vector<std::size_t>, Pools::Partitions>;

std::vector<Likeness> likeness_of(std::size_t nodes, const std::vector<Window>& windows,
                                  const std::vector<std::vector<int>>& partitions) {
  std::vector<Likeness> all(nodes, {{}, Pools::bit_of_partition(no_partition)});
  for (std::size_t number = 0; number < windows.size(); ++number)
    for (const int node : windows[number].nodes) all[static_cast<std::size_t>(node)].first.push_back(number);
  for (std::size_t place = 0; place < partitions.size(); ++place)
    for (const int node : partitions[place])
      all[static_cast<std::size_t>(node)].second |= Pools::bit_of_partition(static_cast<int>(place));
  return all;
}

} // namespace

Pools::Pools(int nodes, int cores, std::vector<Window> windows, const std::vector<std::vector<int>>& partitions)
    : windows_(std::move(windows)), pool_of_(static_cast<std::size_t>(nodes)), neighbours_(partitions.size() + 1),
      is_any_repeated_(std::any_of(windows_.begin(), windows_.end(), [](const Window& w) { return w.every < never; })) {
  const std::vector<Likeness> likeness = likeness_of(pool_of_.size(), windows_, partitions);
  std::map<Likeness, int> known;
  for (std::size_t node = 0; node < pool_of_.size(); ++node) {
    const auto [entry, is_new] = known.emplace(likeness[node], count());
    if (is_new)
      pools_.push_back(
          {likeness[node].first, std::vector<std::uint64_t>((pool_of_.size() + 63) / 64), likeness[node].second, 0});
    Pool& own = pools_[static_cast<std::size_t>(entry->second)];
    own.nodes[node / 64] |= bit_of(static_cast<int>(node));
    own.cores += cores;
    pool_of_[node] = entry->second;
  }
  for (const Pool& pool : pools_)
    for (int place = no_partition; place < static_cast<int>(partitions.size()); ++place)
      if ((pool.partitions & bit_of_partition(place)) != 0)
        neighbours_[static_cast<std::size_t>(place) + 1] |= pool.partitions;
}

CoresByPool Pools::cores_of(const Places& places) const {
  CoresByPool cores(pools_.size());
  for (const Block& block : places.blocks())
    for (std::size_t i = 0; i < pools_.size(); ++i)
      cores[i] += block.cores * count_bits(block.nodes & pools_[i].nodes[static_cast<std::size_t>(block.word)]);
  return cores;
}

Pools::Access Pools::access(int number, Seconds time) const {
  Access access = Access::open;
  for (const std::size_t one : pool(number).windows) {
    if (windows_[one].next(time).from > time) continue;
    if (windows_[one].is_maintenance()) return Access::closed;
    access = Access::held;
  }
  return access;
}

bool Pools::is_open(int number, const Requester& who, Seconds from, Seconds length) const {
  if (!is_in(number, who)) return false;
  const std::vector<std::size_t>& windows = pool(number).windows;
  return std::all_of(windows.begin(), windows.end(), [&](std::size_t one) {
    return windows_[one].admits(who.user) || windows_[one].next(from).from >= from + length;
  });
}

Seconds Pools::next_change(Seconds time) const {
  Seconds change = never;
  for (const Window& window : windows_) {
    const Span span = window.next(time);
    change = std::min(change, span.from > time ? span.from : span.until);
  }
  return change;
}

Seconds Pools::next_opening(Seconds time) const {
  Seconds opening = never;
  for (const Window& window : windows_) opening = std::min(opening, window.next(time).until);
  return opening;
}

/// The beginning of the pool's next window, before that time if it has begun.
Seconds Pools::next_window(int number, Seconds time) const {
  Seconds next = never;
  for (const std::size_t one : pool(number).windows) next = std::min(next, windows_[one].next(time).from);
  return next;
}

std::optional<CoresByPool> Pools::share(int processors, const Requester& who, Seconds from, Seconds length,
                                        const CoresByPool& free) const {
  std::vector<std::tuple<Seconds, int, int>> open;
  int sum = 0;
  for (int number = 0; number < count(); ++number) {
    const int here = free[static_cast<std::size_t>(number)];
    if (here <= 0 || !is_open(number, who, from, length)) continue;
    sum += here;
    open.emplace_back(next_window(number, from), count_bits(pool(number).partitions), number);
  }
  if (sum < processors) return std::nullopt;
  std::sort(open.begin(), open.end());
  CoresByPool share(pools_.size());
  for (const auto& [closes, partitions, number] : open) {
    const auto at = static_cast<std::size_t>(number);
    share[at] = std::min(processors, free[at]);
    processors -= share[at];
  }
  return share;
}

Seconds Pools::first_opening(int processors, const Requester& who, Seconds from, Seconds length,
                             const CoresByPool& free) const {
  constexpr int most_tries = 1000;
  if (std::accumulate(free.begin(), free.end(), 0) < processors) return never;
  for (int tries = 0; tries < most_tries && from < never; ++tries, from = next_opening(from))
    if (share(processors, who, from, length, free)) return from;
  return never;
}

bool Pools::ever_admit(int processors, const Requester& who, Seconds from, Seconds length) const {
  CoresByPool all;
  int sum = 0;
  for (int number = 0; number < count(); ++number) {
    all.push_back(pool(number).cores);
    if (is_in(number, who)) sum += all.back();
  }
  if (!is_any_repeated_ || sum < processors) return sum >= processors;
  return first_opening(processors, who, from, length, all) < never;
}

} // namespace daruma::batch
