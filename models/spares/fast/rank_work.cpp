#include "models/spares/fast/rank_work.hpp"

namespace daruma::fast {

RankWork::RankWork(Seconds work, std::vector<load::SharedNode> loaded) : work_(work) {
  for (load::SharedNode& node : loaded) now_.push_back({std::move(node)});
}

const RankWork::Speeds& RankWork::speeds_of(int node) const {
  static const Speeds full{};
  const auto found = speeds_.find(node);
  return found == speeds_.end() ? full : found->second;
}

void RankWork::try_step() { tried_ = now_; }

Seconds RankWork::end_of_work(int node, Seconds begin) {
  const Speeds& speeds = speeds_of(node);
  return is_loaded() ? end_under_load(tried_[static_cast<std::size_t>(node)], speeds, begin) : end_alone(speeds, begin);
}

Seconds RankWork::end_alone(const Speeds& speeds, Seconds begin) const {
  Seconds left = work_;
  double speed = 1;
  for (const auto& [at, fraction] : speeds) {
    if (at > begin) {
      if (begin + left / speed <= at) break;
      left -= (at - begin) * speed;
      begin = at;
    }
    speed = fraction;
  }
  return begin + left / speed;
}

Seconds RankWork::end_under_load(Loaded& loaded, const Speeds& speeds, Seconds begin) {
  const auto is_slower_by = [&](Seconds time) {
    return loaded.known < speeds.size() && speeds[loaded.known].first <= time;
  };
  while (is_slower_by(begin)) {
    loaded.node.idle(speeds[loaded.known].first);
    loaded.node.slow_down(speeds[loaded.known++].second);
  }
  loaded.node.idle(begin);
  left_.assign(1, work_);
  for (; loaded.known < speeds.size() && left_.front() > Seconds(0); ++loaded.known) {
    loaded.node.run(speeds[loaded.known].first, left_);
    if (left_.front() <= Seconds(0)) break;
    loaded.node.slow_down(speeds[loaded.known].second);
  }
  loaded.node.run(never, left_);
  return loaded.node.now();
}

double RankWork::times_longer(int node, Seconds begin, Seconds end) const {
  if (!is_loaded()) return work_ > Seconds(0) ? (end - begin) / work_ : 1;
  double speed = 1;
  for (const auto& [at, fraction] : speeds_of(node))
    if (at <= end) speed = fraction;
  return 1 / speed;
}

} // namespace daruma::fast
