#include "models/spares/fast/checkpoint_transfer.hpp"

#include <algorithm>
#include <deque>

namespace daruma::fast {

/// Equal transfers end in the order in which they began; `served` is what one of them got since the beginning.
std::vector<Seconds> ends(const CheckpointTransfer& transfer, const std::vector<Seconds>& begins) {
  std::vector<Seconds> ended;
  ended.reserve(begins.size());
  const auto end = [&](Seconds time) { ended.push_back(time + transfer.latency); };
  if (transfer.alone == Seconds(0)) {
    std::for_each(begins.begin(), begins.end(), end);
    return ended;
  }
  Seconds now{0};
  Seconds served{0};
  std::deque<Seconds> under_way; ///< when they end, by `served`
  const auto stretch = [&] { return std::max(transfer.at_least / transfer.alone, double(under_way.size())); };
  const auto serve_one = [&] {
    now += (under_way.front() - served) * stretch();
    served = under_way.front();
    under_way.pop_front();
    end(now);
  };
  for (const Seconds begin : begins) {
    while (!under_way.empty() && now + (under_way.front() - served) * stretch() <= begin) serve_one();
    if (!under_way.empty()) served += (begin - now) / stretch();
    now = begin;
    under_way.push_back(served + transfer.alone);
  }
  while (!under_way.empty()) serve_one();
  return ended;
}

Seconds last_end(const CheckpointTransfer& transfer, const std::vector<Seconds>& begins) {
  return ends(transfer, begins).back();
}

} // namespace daruma::fast
