// How many processors of a pool are free at which time to come, as far as is planned: a step function of time.
//
// Who is beyond its limit is expected to end at any moment: its processors count as free from now on, though nobody can
// start on them yet.
#pragma once

#include "sim/batch/new_room.hpp"
#include "sim/batch/queue_policy.hpp"

#include <algorithm>
#include <vector>

namespace daruma::batch {

class FreeSteps {
public:
  /// `running` is sorted; who is in other pools does not count.
  FreeSteps(Seconds now, int free, const std::vector<RunningJob>& running, int pool = 0);

  /// The first time from `from` on at which so many processors are free for so long; never, if there are never so many.
  Seconds earliest(int processors, Seconds length, Seconds from) const;
  /// The first time before `start` at which who is planned for `start` could start instead; `start` itself, if there is
  /// none. Before there was that room there was none.
  Seconds earlier(int processors, Seconds length, Seconds start, const NewRoom&) const;
  /// What has become free in that time.
  NewRoom room(Seconds from, Seconds until) const;
  bool fits(int processors, Seconds start, Seconds length) const;
  /// The fewest that are free at any time of that.
  int least(Seconds start, Seconds length) const;
  /// When the first step after that time begins; never: there is none.
  Seconds next_step(Seconds time) const;
  /// When the last step begins.
  Seconds last_step() const { return steps_.back().from; }
  Seconds begin() const { return steps_.front().from; }
  /// Free in the end.
  int last() const { return steps_.back().free; }
  /// Forgets what is before that time.
  void advance(Seconds now);
  /// They are taken for that time, and given back; `start` is not before now.
  void take(int processors, Seconds start, Seconds length) { add(-processors, start, start + length); }
  void give(int processors, Seconds start, Seconds length) { add(processors, start, start + length); }
  /// Of one that was to run until then: they are free already. To the last bit, as a step that lasts no time is in the
  /// way of whoever is planned across it.
  void release(int processors, Seconds until) { add(processors, begin(), until); }

private:
  struct Step {
    Seconds from;
    int free; ///< until the next step
  };
  std::size_t step_at(Seconds time) const;
  Seconds end_of(std::size_t step) const { return step + 1 < steps_.size() ? steps_[step + 1].from : never; }
  Seconds first_in_row(int processors, Seconds start) const;
  std::size_t split(Seconds time);
  void merge(std::size_t at);
  void add(int processors, Seconds from, Seconds until);

  std::vector<Step> steps_; ///< the first from now on, the last for ever
};

} // namespace daruma::batch
