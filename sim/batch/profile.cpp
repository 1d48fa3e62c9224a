#include "sim/batch/profile.hpp"

#include <algorithm>

namespace daruma::batch {

Profile::Profile(Seconds now, int free, const std::vector<RunningJob>& running) : steps_{{now, free}} {
  for (const RunningJob& job : running) {
    const Seconds end = std::max(now, job.end_by);
    if (end == never) break;
    if (end > steps_.back().from) steps_.push_back({end, steps_.back().free});
    steps_.back().free += job.processors;
  }
}

/// The last step that begins at that time or before.
std::size_t Profile::step_at(Seconds time) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), time,
                                      [](Seconds value, const Step& step) { return value < step.from; });
  return static_cast<std::size_t>(after - steps_.begin()) - 1;
}

Seconds Profile::earliest(int processors, Seconds length, Seconds from) const {
  Seconds start = from;
  for (std::size_t i = step_at(from); i < steps_.size(); ++i) {
    if (steps_[i].free < processors) {
      start = never;
      continue;
    }
    if (start == never) start = steps_[i].from;
    if (i + 1 == steps_.size() || steps_[i + 1].from >= start + length) return start;
  }
  return never;
}

Seconds Profile::earlier(int processors, Seconds length, Seconds start, Seconds bound) const {
  Seconds candidate = never;
  for (std::size_t i = 0; i < steps_.size() && steps_[i].from < start; ++i) {
    if (steps_[i].free < processors) {
      candidate = never;
      continue;
    }
    if (candidate == never) candidate = steps_[i].from;
    if (candidate >= bound) break;
    const Seconds end = i + 1 < steps_.size() ? steps_[i + 1].from : never;
    if (end >= std::min(start, candidate + length)) return candidate;
  }
  return start;
}

int Profile::most_before(Seconds bound) const {
  int most = 0;
  for (std::size_t i = 0; i < steps_.size() && steps_[i].from < bound; ++i) most = std::max(most, steps_[i].free);
  return most;
}

void Profile::advance(Seconds now) {
  const std::size_t first = step_at(now);
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(first));
  steps_.front().from = now;
}

bool Profile::fits(int processors, Seconds start, Seconds length) const {
  for (std::size_t i = step_at(start); i < steps_.size() && steps_[i].from < start + length; ++i)
    if (steps_[i].free < processors) return false;
  return true;
}

/// Makes a step begin at that time: which.
std::size_t Profile::split(Seconds time) {
  const std::size_t at = step_at(time);
  if (steps_[at].from == time) return at;
  steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(at) + 1, {time, steps_[at].free});
  return at + 1;
}

/// A step that changes nothing is none.
void Profile::merge(std::size_t at) {
  if (at > 0 && at < steps_.size() && steps_[at].free == steps_[at - 1].free)
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(at));
}

void Profile::add(int processors, Seconds start, Seconds length) {
  const std::size_t first = split(start);
  const std::size_t last = start + length == never ? steps_.size() : split(start + length);
  for (std::size_t i = first; i < last; ++i) steps_[i].free += processors;
  merge(last);
  merge(first);
}

} // namespace daruma::batch
