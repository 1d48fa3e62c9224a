#include "sim/batch/queue.hpp"

#include <algorithm>
#include <limits>

namespace daruma::batch {

Reservation reserve(int processors, int free, const std::vector<RunningJob>& running, Seconds now) {
  Reservation reservation{now, free - processors};
  for (const RunningJob& job : running) {
    if (reservation.spare >= 0 && job.end_by > reservation.start) break;
    reservation.start = std::max(now, job.end_by);
    reservation.spare += job.processors;
  }
  if (reservation.spare < 0) reservation.start = Seconds(std::numeric_limits<double>::infinity());
  return reservation;
}

bool ends_sooner_on_less(const WaitingJob& job, double stretch, int free, const std::vector<RunningJob>& running,
                         Seconds now) {
  return now + job.limit * stretch <= reserve(job.processors, free, running, now).start + job.limit;
}

namespace {

class Backfill {
public:
  explicit Backfill(const Situation& situation) : situation_(situation), free_(situation.free) {}

  std::vector<std::size_t> choose() {
    chosen_ = choose_fcfs(situation_);
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

} // namespace

std::vector<std::size_t> choose_easy(const Situation& situation) { return Backfill(situation).choose(); }

} // namespace daruma::batch
