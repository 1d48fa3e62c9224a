// First come, first served, but a job may start out of turn if that does not delay the first that has to wait, as far
// as the limits of run times tell (Lifka, "The ANL/IBM SP scheduling system", 1995).
#include "sim/batch/queue_policy.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

class Backfill {
public:
  explicit Backfill(const Situation& situation) : situation_(situation), free_(situation.free) {}

  std::vector<std::size_t> choose() {
    chosen_ = queue::fcfs.choose(situation_);
    for (const std::size_t place : chosen_) free_ -= situation_.waiting[place].processors;
    const std::size_t first = chosen_.size();
    if (first + 1 >= situation_.waiting.size() || free_ == 0) return chosen_;
    Reservation reservation =
        reserve(situation_.waiting[first].processors, free_, running_with_chosen(), situation_.now);
    for (std::size_t place = first + 1; place < situation_.waiting.size() && free_ > 0; ++place)
      try_out_of_turn(place, reservation);
    return chosen_;
  }

private:
  void try_out_of_turn(std::size_t place, Reservation& reservation) {
    const WaitingJob& job = situation_.waiting[place];
    if (job.processors > free_) return;
    const bool is_over_in_time = situation_.now + job.limit <= reservation.start;
    if (!is_over_in_time && job.processors > reservation.spare) return;
    if (!is_over_in_time) reservation.spare -= job.processors;
    free_ -= job.processors;
    chosen_.push_back(place);
  }

  std::vector<RunningJob> running_with_chosen() const {
    std::vector<RunningJob> running = situation_.running;
    for (const std::size_t place : chosen_) {
      const WaitingJob& job = situation_.waiting[place];
      const RunningJob begun{situation_.now + job.limit, job.job, job.processors};
      running.insert(std::upper_bound(running.begin(), running.end(), begun), begun);
    }
    return running;
  }

  const Situation& situation_;
  int free_;
  std::vector<std::size_t> chosen_{};
};

std::vector<std::size_t> choose_with_backfill(const Situation& situation) { return Backfill(situation).choose(); }

} // namespace

namespace queue {
const QueuePolicy easy{"easy", "also those out of turn that do not delay the first of those that wait", Limits::needed,
                       choose_with_backfill};
} // namespace queue

} // namespace daruma::batch
