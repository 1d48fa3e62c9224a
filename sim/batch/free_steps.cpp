#include "sim/batch/free_steps.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::batch {

FreeSteps::FreeSteps(Seconds now, int free, const std::vector<RunningJob>& running, int pool) : steps_{{now, free}} {
  for (const RunningJob& job : running) {
    if (job.pool != pool) continue;
    const Seconds end = std::max(now, job.end_by);
    if (end == never) break;
    if (end > steps_.back().from) steps_.push_back({end, steps_.back().free});
    steps_.back().free += job.processors;
  }
}

/// The last step that begins at that time or before.
std::size_t FreeSteps::step_at(Seconds time) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), time,
                                      [](Seconds value, const Step& step) { return value < step.from; });
  return static_cast<std::size_t>(after - steps_.begin()) - 1;
}

Seconds FreeSteps::earliest(int processors, Seconds length, Seconds from) const {
  Seconds start = from;
  for (std::size_t i = step_at(from); i < steps_.size(); ++i) {
    if (steps_[i].free < processors) {
      start = never;
      continue;
    }
    if (start == never) start = steps_[i].from;
    if (end_of(i) >= start + length) return start;
  }
  return never;
}

Seconds FreeSteps::earlier(int processors, Seconds length, Seconds start, const NewRoom& room) const {
  const NewRoom::Runs& runs = room.runs(processors);
  if (!runs.may_help(length, start)) return start;
  if (!runs.is_long(length, start)) return first_in_row(processors, start);
  Seconds candidate = never;
  const Seconds until = runs.end_before(start);
  for (std::size_t i = step_at(runs.begin); i < steps_.size() && steps_[i].from < until; ++i) {
    if (steps_[i].free < processors) {
      candidate = never;
      continue;
    }
    if (candidate == never) candidate = steps_[i].from;
    if (end_of(i) >= std::min(start, candidate + length)) return candidate;
  }
  return start;
}

/// From when on so many are free until `start`.
Seconds FreeSteps::first_in_row(int processors, Seconds start) const {
  auto first = std::lower_bound(steps_.begin(), steps_.end(), start,
                                [](const Step& step, Seconds value) { return step.from < value; });
  const auto at_start = first;
  while (first != steps_.begin() && std::prev(first)->free >= processors) --first;
  return first == at_start ? start : first->from;
}

NewRoom FreeSteps::room(Seconds from, Seconds until) const {
  const std::size_t first = step_at(from);
  std::size_t last = first;
  int most = steps_[first].free;
  while (last + 1 < steps_.size() && steps_[last + 1].from < until) most = std::max(most, steps_[++last].free);
  NewRoom room;
  std::size_t left = first; // how far before the first as many are free
  std::size_t right = last; // and behind the last
  for (int size = most > 0 ? NewRoom::size_of(most) : -1; size >= 0; --size) {
    const int enough = NewRoom::smallest_of(size);
    if (steps_[first].free >= enough)
      while (left > 0 && steps_[left - 1].free >= enough) --left;
    if (steps_[last].free >= enough)
      while (right + 1 < steps_.size() && steps_[right + 1].free >= enough) ++right;
    for (std::size_t i = first; i <= last; ++i) {
      if (steps_[i].free < enough) continue;
      const Seconds begin = steps_[i == first ? left : i].from;
      while (i < last && steps_[i + 1].free >= enough) ++i;
      const Seconds end = end_of(i == last ? right : i);
      room.add(size, NewRoom::Runs::one(begin, end));
    }
  }
  return room;
}

void FreeSteps::advance(Seconds now) {
  const std::size_t first = step_at(now);
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(first));
  steps_.front().from = now;
}

bool FreeSteps::fits(int processors, Seconds start, Seconds length) const {
  for (std::size_t i = step_at(start); i < steps_.size() && steps_[i].from < start + length; ++i)
    if (steps_[i].free < processors) return false;
  return true;
}

int FreeSteps::least(Seconds start, Seconds length) const {
  const std::size_t first = step_at(start);
  int least = steps_[first].free;
  for (std::size_t i = first + 1; i < steps_.size() && steps_[i].from < start + length; ++i)
    least = std::min(least, steps_[i].free);
  return least;
}

Seconds FreeSteps::next_step(Seconds time) const { return end_of(step_at(time)); }

/// Makes a step begin at that time: which.
std::size_t FreeSteps::split(Seconds time) {
  const std::size_t at = step_at(time);
  if (steps_[at].from == time) return at;
  steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(at) + 1, {time, steps_[at].free});
  return at + 1;
}

/// A step that changes nothing is none.
void FreeSteps::merge(std::size_t at) {
  if (at > 0 && at < steps_.size() && steps_[at].free == steps_[at - 1].free)
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(at));
}

void FreeSteps::add(int processors, Seconds from, Seconds until) {
  const std::size_t first = split(from);
  const std::size_t last = until == never ? steps_.size() : split(until);
  for (std::size_t i = first; i < last; ++i) steps_[i].free += processors;
  merge(last);
  merge(first);
}

} // namespace daruma::batch
