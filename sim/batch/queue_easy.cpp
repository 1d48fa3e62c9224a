// First come, first served, but a job may start out of turn if that does not delay the first that has to wait, as far
// as the limits of run times tell (Lifka, "The ANL/IBM SP scheduling system", 1995); with a depth, none of so many of
// the first that have to wait. Where there are partitions that holds of each one's first. Who waits for a limit of its
// partition or its user has no reservation, as in Slurm.
//
// EASY-SJBF looks at those out of turn from the shortest to the longest. EASY++ does so, too, and goes by the run times
// of the user's last two jobs instead of limits (Tsafrir, Etsion, Feitelson, "Backfilling using system-generated
// predictions rather than user runtime estimates", IEEE TPDS 18(6), 2007).
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

/// In which order those are looked at that may start out of turn.
enum class OutOfTurn { by_queue, shortest_first };

class Backfill {
public:
  explicit Backfill(const Situation& situation)
      : situation_(situation), free_(situation), choice_(choose_in_order(situation)) {
    for (const std::size_t place : choice_.places) free_.take(waiting(place), choice_.where_of(place));
  }

  Choice choose(OutOfTurn order) {
    const std::size_t first = choice_.places.size();
    if (first + 1 >= situation_.waiting.size() || free_.all() == 0) return std::move(choice_);
    if (situation_.pools != nullptr)
      beside_those_of_partitions(order);
    else if (situation_.parameters.depth == 1)
      beside_one(first, order);
    else
      beside_several(first, order);
    std::sort(choice_.places.begin(), choice_.places.end());
    return std::move(choice_);
  }

private:
  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }

  /// It starts in these pools, if they have what it needs now.
  bool begin(std::size_t place, const CoresByPool& where) {
    if (!free_.take(waiting(place), where)) return false;
    choice_.places.push_back(place);
    choice_.keep_where(place, where);
    return true;
  }

  /// Tries those behind the first that waits and are no larger than what is free, as long as anything is.
  template <class Attempt> void each_out_of_turn(std::size_t first, OutOfTurn order, Attempt attempt_one) {
    const auto attempt = [&](std::size_t place) {
      if (waiting(place).processors <= free_.all()) attempt_one(place);
    };
    if (order == OutOfTurn::by_queue) {
      for (std::size_t place = first; place < situation_.waiting.size() && free_.all() > 0; ++place) attempt(place);
      return;
    }
    std::vector<std::size_t> places;
    for (std::size_t place = first; place < situation_.waiting.size(); ++place)
      if (waiting(place).processors <= free_.all()) places.push_back(place);
    std::stable_sort(places.begin(), places.end(),
                     [this](std::size_t a, std::size_t b) { return waiting(a).limit < waiting(b).limit; });
    for (const std::size_t place : places) attempt(place);
  }

  void beside_one(std::size_t first, OutOfTurn order) {
    Reservation reservation = reserve(waiting(first).processors, free_.all(),
                                      choice_.places.empty() ? situation_.running : begin_chosen(), situation_.now);
    each_out_of_turn(first + 1, order, [&](std::size_t place) {
      if (situation_.now + waiting(place).limit > reservation.start) {
        if (waiting(place).processors > reservation.spare) return;
        reservation.spare -= waiting(place).processors;
      }
      begin(place, {});
    });
  }

  /// So many of the first that have to wait have reservations, one after the other; whom that leaves room now starts.
  void beside_several(std::size_t first, OutOfTurn order) {
    Profile profile(situation_, free_, begin_chosen());
    std::size_t place = first;
    for (int kept = 0; place < situation_.waiting.size() && kept < situation_.parameters.depth; ++place)
      if (!begin_or_reserve(place, profile)) ++kept;
    each_out_of_turn(place, order, [&](std::size_t behind) { begin_if_room(behind, profile); });
  }

  /// The same with so many of each partition.
  void beside_those_of_partitions(OutOfTurn order) {
    Profile profile(situation_);
    std::vector<bool> is_settled(situation_.waiting.size());
    for (const std::size_t place : choice_.places) {
      profile.take(waiting(place), situation_.now, choice_.where_of(place));
      is_settled[place] = true;
    }
    std::vector<int> kept(static_cast<std::size_t>(situation_.pools->partitions()) + 1);
    std::size_t full = 0;
    for (std::size_t place = 0; place < is_settled.size() && full < kept.size(); ++place) {
      int& own = kept[static_cast<std::size_t>(waiting(place).who.partition) + 1];
      if (is_settled[place] || own == situation_.parameters.depth || free_.is_held(waiting(place))) continue;
      is_settled[place] = true;
      if (!begin_or_reserve(place, profile) && ++own == situation_.parameters.depth) ++full;
    }
    each_out_of_turn(0, order, [&](std::size_t place) {
      if (!is_settled[place]) begin_if_room(place, profile);
    });
  }

  /// Plans its start: whether it is now.
  bool begin_or_reserve(std::size_t place, Profile& profile) {
    const WaitingJob& job = waiting(place);
    const Seconds start = profile.earliest(job, situation_.now);
    if (start < never) profile.take(job, start);
    return start == situation_.now && begin(place, profile.where(job));
  }

  void begin_if_room(std::size_t place, Profile& profile) {
    const WaitingJob& job = waiting(place);
    if (!profile.fits(job, situation_.now)) return;
    profile.take(job, situation_.now);
    if (!begin(place, profile.where(job))) profile.give(job, situation_.now);
  }

  /// Those who run, with those who start now.
  const std::vector<RunningJob>& begin_chosen() {
    running_ = situation_.running;
    for (const std::size_t place : choice_.places)
      add_begun(running_, waiting(place), choice_.where_of(place), situation_.now);
    return running_;
  }

  const Situation& situation_;
  FreeNow free_;
  Choice choice_;
  std::vector<RunningJob> running_{};
};

Choice choose_by_queue(const Situation& situation) { return Backfill(situation).choose(OutOfTurn::by_queue); }
Choice choose_shortest_first(const Situation& situation) {
  return Backfill(situation).choose(OutOfTurn::shortest_first);
}

} // namespace

namespace queue {
const QueuePolicy easy{"easy", "also those out of turn that do not delay the first of those that wait", Limits::needed,
                       choose_by_queue};
const QueuePolicy easy_sjbf{"easy-sjbf", "as easy, and the shortest go first out of turn", Limits::needed,
                            choose_shortest_first};
const QueuePolicy easy_predicted{"easy++",        "as easy-sjbf, with run times as those of the user's last two jobs",
                                 Limits::needed,  choose_shortest_first,
                                 &order::arrival, RunTimes::predicted};
} // namespace queue

} // namespace daruma::batch
