// In which order the scheduler has those who wait, and what it expects of run times.
#include "sim/batch/scheduler.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

/// Jobs, or what they are sorted by.
constexpr auto is_before = [](const auto& a, const auto& b) {
  return std::tie(a.rank, a.job) < std::tie(b.rank, b.job);
};

using Place = std::vector<WaitingJob>::iterator;

/// Sorts what jobs are sorted by, and moves each of them, which are larger, once.
void sort_by_rank(Place begin, Place end) {
  if (std::is_sorted(begin, end, is_before)) return;
  struct Key {
    double rank;
    std::size_t job;
    Place place;
  };
  std::vector<Key> keys;
  keys.reserve(static_cast<std::size_t>(end - begin));
  for (Place one = begin; one != end; ++one) keys.push_back({one->rank, one->job, one});
  std::stable_sort(keys.begin(), keys.end(), is_before); // by merging, which suits what is nearly sorted
  std::vector<WaitingJob> sorted;
  sorted.reserve(keys.size());
  for (const Key& key : keys) sorted.push_back(*key.place);
  std::copy(sorted.begin(), sorted.end(), begin);
}

} // namespace

void Scheduler::enqueue(const Request& request) {
  const bool is_urgent = request.priority == Priority::urgent;
  const auto normal = waiting_.begin() + urgent_waiting_;
  WaitingJob waiting{request.job, opening(request), request.who(), Seconds(0), Seconds(0)};
  see_on(waiting.processors, request, waiting);
  waiting.submit = request.submit;
  waiting.is_urgent = is_urgent;
  if (!is_urgent && are_ranks_fixed())
    waiting.rank = order_.rank(request, {Seconds(0), 1, parameters_.priority, shares_});
  waiting_.insert(
      std::upper_bound(is_urgent ? waiting_.begin() : normal, is_urgent ? normal : waiting_.end(), waiting, is_before),
      waiting);
  if (is_urgent) ++urgent_waiting_;
  asked_for_ += waiting.processors;
}

bool Scheduler::are_ranks_fixed() const {
  const bool do_they_follow_limits = queue_.run_times == RunTimes::predicted && order_.limits == Limits::needed;
  return order_.ranks == Ranks::fixed && !do_they_follow_limits;
}

void Scheduler::order_queue(Seconds now, int free) {
  if (are_ranks_fixed()) return;
  const Standing standing{now, free + busy_, parameters_.priority, shares_};
  const auto normal = waiting_.begin() + urgent_waiting_;
  for (auto one = normal; one != waiting_.end(); ++one) {
    const Request& request = requests_.at(one->job);
    const Seconds limit = expected_run(request);
    if (request.limit == limit) {
      one->rank = order_.rank(request, standing);
    } else {
      Request expected = request;
      expected.limit = limit;
      one->rank = order_.rank(expected, standing);
    }
  }
  sort_by_rank(normal, waiting_.end());
}

Seconds Scheduler::expected_run(const Request& request) const {
  if (queue_.run_times == RunTimes::limited) return request.limit;
  return predictions_.of(request.account.user, request.limit);
}

/// A run of the user has ended, by which its other jobs are judged from now on.
void Scheduler::learn(int user, Seconds run) {
  predictions_.ended(user, run);
  for (WaitingJob& one : waiting_)
    if (one.who.user == user) see_on(one.processors, requests_.at(one.job), one);
}

/// A job has so many processors more from now on, or fewer.
void Scheduler::count_use(const Request& request, int processors, Seconds now) {
  if (order_.ranks == Ranks::changing) shares_.change(request.account.user, processors, now);
}

/// Those that go on beyond what was expected, but not beyond their limits, are expected to end later.
void Scheduler::extend_late(Seconds now) {
  std::vector<std::size_t> late;
  for (auto entry = by_limit_.begin(); entry != by_limit_.end() && entry->end_by <= now; ++entry)
    late.push_back(entry->job);
  for (const std::size_t job : late) {
    const auto found = running_.find(job);
    if (found == running_.end()) continue;
    Running& one = found->second;
    while (one.end_by <= now && one.not_expected > Seconds(0)) extend(one, now);
  }
}

} // namespace daruma::batch
