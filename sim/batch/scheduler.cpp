#include "sim/batch/scheduler.hpp"

#include "sim/batch/profile.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

using Kind = Decision::Kind;

bool make_room(const std::vector<Decision>& decisions) {
  return std::any_of(decisions.begin(), decisions.end(),
                     [](const Decision& one) { return one.kind == Kind::shrink || one.kind == Kind::preempt; });
}

namespace {

/// The order of that name, or the policy's own. Names that are none were objected to before.
const QueueOrder& order_of(const QueuePolicy& policy, const std::string& name) {
  const QueueOrder* const given = find_entry(queue_orders(), name);
  return given ? *given : *policy.order;
}

} // namespace

Scheduler::Scheduler(const QueuePolicy& queue, const PreemptionPolicy& preemption, int reserve,
                     scenario::QueueParameters parameters, const Pools* pools)
    : queue_(queue), preemption_(preemption), reserve_(preemption.reserve == Reserve::kept ? reserve : 0),
      parameters_(std::move(parameters)), order_(order_of(queue, parameters_.order)), pools_(pools),
      shares_(parameters_.priority.half_life) {}

namespace {

double stretch(const Request& request, int processors) {
  return stretch_on(request.serial_share, request.processors - request.helpers,
                    std::max(1, processors - request.helpers));
}

} // namespace

// --- What is known of those that run

/// As the queue policy sees the job: what it keeps, and what it has been told to give up, which may be free at any
/// moment. Where there are several pools, nobody asks between the order to give something up and the report of it.
template <class Use> void Scheduler::each_entry(const Running& one, Use use) {
  if (!one.where.empty())
    return each_part(one.has, one.where, [&](int processors, int pool) {
      use(RunningJob{one.end_by, one.request.job, processors, pool});
    });
  const int keeps = expected(one);
  if (keeps > 0) use(RunningJob{one.end_by, one.request.job, keeps});
  if (one.has > keeps) use(RunningJob{one.told_at, one.request.job, one.has - keeps});
}

int Scheduler::expected(const Running& one) { return one.is_growing ? one.target : std::min(one.has, one.target); }

/// Counts its limit until now, and says when it ends at the latest on what it will have.
void Scheduler::count(Running& one, Seconds now) {
  one.limit_left -= (now - one.counted_at) / stretch(one.request, one.counted_on);
  one.counted_at = now;
  one.counted_on = one.has;
  one.end_by = now + one.limit_left * stretch(one.request, one.is_growing ? one.target : one.has);
}

void Scheduler::enter(const RunningJob& entry) {
  by_limit_.insert(std::upper_bound(by_limit_.begin(), by_limit_.end(), entry), entry);
  busy_ += entry.processors;
}

void Scheduler::withdraw(const RunningJob& entry) {
  by_limit_.erase(std::lower_bound(by_limit_.begin(), by_limit_.end(), entry));
  busy_ -= entry.processors;
}

template <class Change> void Scheduler::update(Running& one, Change change) {
  each_entry(one, [this](const RunningJob& entry) { withdraw(entry); });
  change();
  const bool keeps_the_rest = one.request.after_loss == AfterLoss::keeps_the_rest;
  if (keeps_the_rest && !one.is_growing) one.target = std::min(one.has, one.target);
  each_entry(one, [this](const RunningJob& entry) { enter(entry); });
  note_shrunk(one);
}

/// It is expected to run longer than until now, but not beyond its limit.
void Scheduler::extend(Running& one, Seconds now) {
  update(one, [&] {
    const Seconds more = std::min(one.not_expected, extension(one.extensions++));
    one.not_expected -= more;
    one.limit_left += more;
    count(one, now);
  });
}

void Scheduler::stop_growing(Running& one) {
  if (std::exchange(one.is_growing, false)) --growing_;
}

void Scheduler::note_shrunk(const Running& one) {
  const bool is_shrunk = one.target > 0 && one.target < one.request.processors;
  if (goes_on_resized(one.request.flexibility) && is_shrunk && !one.is_ending)
    shrunk_.insert(one.request.job);
  else
    shrunk_.erase(one.request.job);
}

// --- What it is told

void Scheduler::submitted(const Request& request) {
  shares_.come(request.account.user);
  enqueue(request);
  requests_.emplace(request.job, request);
  is_any_hopeless_ = is_any_hopeless_ || !can_ever_start(request, request.eligible);
}

std::size_t Scheduler::place_of(std::size_t job) const {
  const auto place = std::find_if(waiting_.begin(), waiting_.end(), [=](const auto& one) { return one.job == job; });
  return static_cast<std::size_t>(place - waiting_.begin());
}

void Scheduler::started(std::size_t job, Seconds now) {
  remove({place_of(job)});
  Decisions known;
  start(known, job, requests_.at(job).processors, {}, now);
}

void Scheduler::resized(std::size_t job, int processors, Seconds now, const CoresByPool& where) {
  Running& one = running_.at(job);
  if (one.has == processors && one.where == where) return;
  count_use(one.request, processors - one.has, now);
  update(one, [&] {
    one.where = where;
    one.has = processors;
    if (one.has >= one.target) stop_growing(one);
    count(one, now);
  });
}

void Scheduler::obeyed(std::size_t job, Seconds now) {
  Running& one = running_.at(job);
  if (!one.is_growing) return;
  update(one, [&] {
    stop_growing(one);
    count(one, now);
  });
}

void Scheduler::asks_for(std::size_t job, int processors) {
  asking_.erase(std::remove_if(asking_.begin(), asking_.end(), [=](const Asking& one) { return one.job == job; }),
                asking_.end());
  if (processors > running_.at(job).has) asking_.push_back({job, processors});
}

void Scheduler::ending(std::size_t job) {
  Running& one = running_.at(job);
  one.is_ending = true;
  note_shrunk(one);
}

void Scheduler::ended(std::size_t number, Seconds now) {
  if (const auto release = releases_.find(number); release != releases_.end()) {
    for (const RunningJob& entry : release->second) {
      releasing_ -= entry.processors;
      withdraw(entry);
    }
    releases_.erase(release);
  } else if (const auto running = running_.find(number); running != running_.end()) {
    asks_for(number, 0);
    const Request& request = running->second.request;
    count_use(request, -running->second.has, now);
    if (queue_.run_times == RunTimes::predicted) learn(request.account.user, now - running->second.since);
    stop_growing(running->second);
    each_entry(running->second, [this](const RunningJob& entry) { withdraw(entry); });
    shrunk_.erase(number);
    running_.erase(running);
  } else if (requests_.erase(number) > 0) {
    remove({place_of(number)});
  }
}

void Scheduler::releasing(std::size_t number, int processors, Seconds now, Seconds until, const CoresByPool& where) {
  ended(number, now);
  releasing_ += processors;
  each_part(processors, where, [&](int part, int pool) {
    releases_[number].push_back({until, number, part, pool});
    enter(releases_[number].back());
  });
}

void Scheduler::capacity_changed(int most) {
  most_ = most;
  is_any_hopeless_ = true;
}

std::vector<std::size_t> Scheduler::waiting() const {
  std::vector<std::size_t> jobs;
  jobs.reserve(waiting_.size());
  for (const WaitingJob& one : waiting_) jobs.push_back(one.job);
  return jobs;
}

// --- What it decides

std::vector<Decision> Scheduler::decide(Seconds now, int free, CoresByPool free_by_pool) {
  Decisions decisions;
  free_by_pool_ = std::move(free_by_pool);
  if (is_any_hopeless_) reject(decisions, now);
  if (queue_.run_times == RunTimes::predicted) extend_late(now);
  free = powered(now, free) - promised();
  if (is_urgent_waiting()) urgent_at_ = now;
  start_urgent(decisions, now, free);
  if (is_urgent_waiting()) {
    preempt(decisions, now, free);
    if (make_room(decisions)) return decisions;
  } else {
    free = usable(free);
    keep_for_urgent();
    if (urgent_at_ < now && strategy_ == nullptr) give_back(decisions, now, free);
    if (requests_served_ == scenario::GrowthRequests::before_queue) grant(decisions, now, free);
  }
  start_chosen(decisions, now, free);
  if (strategy_ != nullptr) start_by_strategy(decisions, now, free);
  start_moulded(decisions, now, free);
  if (requests_served_ == scenario::GrowthRequests::after_queue && waiting_.empty()) grant(decisions, now, free);
  if (strategy_ != nullptr && urgent_at_ < now) grow_by_strategy(decisions, now, free);
  return decisions;
}

bool Scheduler::can_ever_start(const Request& request, Seconds now) const {
  const int least = starts_on_fewer(request.flexibility) ? request.fewest : request.processors;
  if (least > (request.priority == Priority::urgent ? most_ : usable(most_))) return false;
  if (pools_ == nullptr) return true;
  const auto is_admitted = [&](int processors, Seconds length) {
    const bool is_urgent = request.priority == Priority::urgent;
    if (power_ && power_->cap->most_cores(is_urgent ? Seconds(0) : length, power_->idle) < processors) return false;
    if (quotas_ != nullptr && quotas_->most(request.who()) < processors) return false;
    return pools_->ever_admit(processors, request.who(), now, length);
  };
  return is_admitted(request.processors, request.limit) ||
         (least < request.processors && is_admitted(least, request.limit * stretch(request, least)));
}

/// Processors that jobs have been told to take and have not taken yet.
int Scheduler::promised() const {
  if (growing_ == 0) return 0;
  int sum = 0;
  for (const auto& [job, one] : running_)
    if (one.is_growing) sum += std::max(0, one.target - one.has);
  return sum;
}

/// On their way to be free, where that job may be.
int Scheduler::coming(const WaitingJob& head, Seconds now) const {
  int sum = pools_ == nullptr ? releasing_ : 0;
  for (const auto& [number, entries] : releases_)
    for (const RunningJob& entry : entries)
      if (pools_ != nullptr && pools_->is_open(entry.pool, head.who, now, head.asked)) sum += entry.processors;
  for (const auto& [job, one] : running_) sum += std::max(0, one.has - one.target);
  return sum;
}

void Scheduler::reject(Decisions& decisions, Seconds now) {
  is_any_hopeless_ = false;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < waiting_.size(); ++place) {
    const auto request = requests_.find(waiting_[place].job);
    if (can_ever_start(request->second, now)) continue;
    places.push_back(place);
    decisions.push_back({Kind::reject, request->first});
    requests_.erase(request);
  }
  remove(places);
}

/// It has been taken out of the queue, or is about to.
void Scheduler::start(Decisions& decisions, std::size_t job, int processors, const CoresByPool& where, Seconds now) {
  const Request request = requests_.extract(job).mapped();
  const Seconds expected = expected_run(request);
  Running one{request, processors, processors, now, expected, now, processors};
  one.where = where;
  for (std::size_t pool = 0; pool < where.size(); ++pool) free_by_pool_[pool] -= where[pool];
  if (queue_.run_times == RunTimes::predicted) one.not_expected = request.limit - expected;
  count_use(request, processors, now);
  count(one, now);
  each_entry(one, [this](const RunningJob& entry) { enter(entry); });
  note_shrunk(one);
  running_.emplace(job, one);
  decisions.push_back({Kind::start, job, processors, 0, where});
}

/// They may have what is kept idle.
void Scheduler::start_urgent(Decisions& decisions, Seconds now, int& free) {
  while (is_urgent_waiting()) {
    const WaitingJob head = waiting_.front();
    const auto room = room_for(head.processors, head.who, now, head.asked, free);
    if (!room) return;
    remove({0});
    free -= head.processors;
    start(decisions, head.job, head.processors, *room, now);
  }
}

void Scheduler::tell(Running& one, int target, Seconds now, const CoresByPool& more) {
  for (std::size_t pool = 0; pool < more.size(); ++pool) free_by_pool_[pool] -= more[pool];
  update(one, [&] {
    for (std::size_t pool = 0; pool < more.size(); ++pool) one.where[pool] += more[pool];
    one.target = target;
    one.told_at = now;
    stop_growing(one);
    one.is_growing = target > one.has;
    if (one.is_growing) ++growing_;
    count(one, now);
  });
}

/// Of others only that counts which lies where the urgent job may be.
void Scheduler::preempt(Decisions& decisions, Seconds now, int free) {
  const WaitingJob& head = waiting_.front();
  int open = open_part(free, free_by_pool_, head.who, now, head.asked);
  if (power_) open = std::min(open, free); // below 0, if more is drawn than the cap allows
  const int lacking = head.processors - open - coming(head, now);
  if (lacking <= 0) return;
  std::vector<Allocation> allocations;
  std::map<std::size_t, int> elsewhere; // processors of those jobs
  for (const auto& [job, one] : running_) {
    const int all = std::min(one.has, one.target);
    if (one.request.priority == Priority::urgent || all <= 0) continue;
    const int keeps = open_part(all, one.where, head.who, now, head.asked);
    if (keeps == 0) continue;
    elsewhere[job] = all - keeps;
    const int least = std::max(1, one.request.fewest - elsewhere[job]);
    allocations.push_back(
        {job, keeps, goes_on_resized(one.request.flexibility) ? std::min(keeps, least) : keeps, one.since});
  }
  for (const ResizeDecision& decision : preemption_.make_room(lacking, allocations)) {
    const int keeps = decision.keeps > 0 ? decision.keeps + elsewhere[decision.job] : 0;
    tell(running_.at(decision.job), keeps, now);
    decisions.push_back({keeps > 0 ? Kind::shrink : Kind::preempt, decision.job, keeps, head.job});
  }
}

/// Gives processors back to shrunk jobs, in the order of their submission.
void Scheduler::give_back(Decisions& decisions, Seconds now, int& free) {
  if (shrunk_.empty()) return;
  std::vector<ShrunkJob> shrunk;
  for (const std::size_t job : shrunk_) {
    const Running& one = running_.at(job);
    shrunk.push_back({job, one.target, one.request.processors});
  }
  if (pools_ != nullptr) return give_back_in_pools(decisions, now, shrunk, free);
  for (const ResizeDecision& decision : grow_back(free, shrunk)) {
    Running& one = running_.at(decision.job);
    free -= std::max(0, decision.keeps - std::max(one.has, one.is_growing ? one.target : 0));
    tell(one, decision.keeps, now);
    decisions.push_back({Kind::grow, decision.job, decision.keeps});
  }
}

/// Gives those that ask for more all of it, if that is free where they may be until their limits.
void Scheduler::grant(Decisions& decisions, Seconds now, int& free) {
  const auto is_served = [&](const Asking& asking) {
    Running& one = running_.at(asking.job);
    const Requester who = one.request.who();
    const Seconds left = std::max(Seconds(0), one.end_by + one.not_expected - now);
    const int more = asking.processors - one.has;
    const auto room = room_for(more, who, now, left, std::min(free, allowed(who, now, left)));
    if (!room) return false;
    free -= more;
    tell(one, asking.processors, now, *room);
    decisions.push_back({Kind::grow, asking.job, asking.processors, 0, *room});
    return true;
  };
  std::vector<Asking> rest;
  for (const Asking& asking : asking_)
    if (!is_served(asking)) rest.push_back(asking);
  asking_ = std::move(rest);
}

void Scheduler::start_chosen(Decisions& decisions, Seconds now, int& free) {
  free = std::max(0, free);
  if (waiting_.empty() || (free == 0 && queue_.promises == Promises::none)) return;
  order_queue(now, free);
  const std::vector<RunningShare> shares = this->shares();
  const Choice choice =
      queue_.choose({now, free, waiting_, by_limit_, parameters_, &cache_, pools_, pools_ ? &free_by_pool_ : nullptr,
                     quotas_, power_ ? &*power_ : nullptr, &shares});
  for (std::size_t place = 0; place < choice.promises.size(); ++place)
    waiting_[place].promised = choice.promises[place];
  for (const std::size_t place : choice.places) {
    free -= waiting_[place].processors;
    start(decisions, waiting_[place].job, waiting_[place].processors, choice.where_of(place), now);
  }
  remove(choice.places);
}

/// The first that has to wait starts on what is free, if as far as limits tell it then ends sooner than if it waited.
/// Without a limit that is so only if it can never have all that it asked for.
void Scheduler::start_moulded(Decisions& decisions, Seconds now, int& left) {
  if (waiting_.empty() || is_urgent_waiting()) return;
  int free = left;
  const WaitingJob head = waiting_.front();
  const Request& request = requests_.at(head.job);
  if (!starts_on_fewer(request.flexibility) || free < request.fewest) return;
  const Seconds longest = head.asked * stretch(request, request.fewest);
  if (pools_ != nullptr) free = std::min(free, open_part(free, free_by_pool_, head.who, now, longest));
  free = std::min(free, allowed(head.who, now, longest));
  if (free < request.fewest || free >= head.processors) return;
  if (head.limit == never && head.processors <= usable(most_)) return;
  if (now + head.limit * stretch(request, free) > start_at_latest(head, now, free) + head.limit) return;
  const auto room = room_for(free, head.who, now, longest, free);
  remove({0});
  start(decisions, head.job, free, *room, now);
  left -= free;
}

/// The jobs at these places, which ascend, wait no more.
void Scheduler::remove(const std::vector<std::size_t>& places) {
  if (places.empty()) return;
  const auto is_urgent = [this](std::size_t place) { return static_cast<int>(place) < urgent_waiting_; };
  urgent_waiting_ -= static_cast<int>(std::count_if(places.begin(), places.end(), is_urgent));
  for (const std::size_t place : places) asked_for_ -= waiting_[place].processors;
  const auto at = [this](std::size_t place) { return waiting_.begin() + static_cast<std::ptrdiff_t>(place); };
  auto kept = at(places.front());
  for (std::size_t i = 0; i < places.size(); ++i)
    kept = std::move(at(places[i] + 1), i + 1 < places.size() ? at(places[i + 1]) : waiting_.end(), kept);
  waiting_.erase(kept, waiting_.end());
}

} // namespace daruma::batch
