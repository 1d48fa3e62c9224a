#include "sim/batch/dependencies.hpp"

#include "sim/core/circle.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

namespace {

const char* clause_of(NeverSatisfied::Why why) {
  switch (why) {
  case NeverSatisfied::Why::failed:
    return "which failed";
  case NeverSatisfied::Why::succeeded:
    return "which succeeded";
  case NeverSatisfied::Why::never_runs:
    return "which never runs";
  }
  return "";
}

/// The arrays that there are among jobs.
std::size_t arrays_among(const std::vector<Job>& jobs) {
  std::size_t count = 0;
  for (const Job& job : jobs)
    if (job.dependency.array) count = std::max(count, *job.dependency.array + 1);
  return count;
}

/// The condition by which it is a singleton, or none.
const Condition* singleton_of(const Dependency& dependency) {
  const auto& all = dependency.conditions;
  const auto found =
      std::find_if(all.begin(), all.end(), [](const Condition& one) { return one.type == DependencyType::singleton; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace

std::string reason_of(const NeverSatisfied& one, const std::function<std::string(const Condition&)>& name_of,
                      bool is_cancelled) {
  return "DependencyNeverSatisfied: " + std::string(word_of(one.condition.type)) +
         (one.condition.type == DependencyType::singleton ? " behind " : " of ") + name_of(one.condition) + ", " +
         clause_of(one.why) + (is_cancelled ? ": it is cancelled" : ": it waits forever");
}

bool Dependencies::are_any(const std::vector<Job>& jobs) {
  return std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.dependency.holds_back(); });
}

Dependencies::Dependencies(const std::vector<Job>& jobs)
    : jobs_(jobs), states_(jobs.size()), arrays_(arrays_among(jobs)) {
  for (std::size_t number = 0; number < jobs.size(); ++number) {
    const Dependency& dependency = jobs[number].dependency;
    State& state = states_[number];
    state.open = dependency.conditions.size();
    if (dependency.is_any_enough) state.from = never;
    if (!dependency.array) continue;
    Array& array = arrays_[*dependency.array];
    ++array.not_started;
    ++array.not_ended;
    array.limit = std::max(array.limit, dependency.array_limit);
  }
  link();
}

/// Waiters by what they wait for: counted first, so that each place's stand side by side.
void Dependencies::link() {
  first_.assign(states_.size() + arrays_.size() + 1, 0);
  const auto each_link = [this](auto use) {
    for (std::size_t number = 0; number < jobs_.size(); ++number)
      for (const Condition& one : jobs_[number].dependency.conditions)
        if (one.type != DependencyType::singleton) use(place_of(one), Waiter{number, &one});
  };
  each_link([this](std::size_t place, const Waiter&) { ++first_[place + 1]; });
  for (std::size_t place = 1; place < first_.size(); ++place) first_[place] += first_[place - 1];
  waiters_.resize(first_.back());
  std::vector<std::size_t> next = first_;
  each_link([&](std::size_t place, const Waiter& waiter) { waiters_[next[place]++] = waiter; });
}

template <class Use> void Dependencies::each_waiter(std::size_t place, Use use) const {
  for (std::size_t i = first_[place]; i < first_[place + 1]; ++i) use(waiters_[i]);
}

// --- What happens to jobs

void Dependencies::came(std::size_t job, Seconds now) {
  State& state = states_[job];
  state.has_come = true;
  if (jobs_[job].dependency.namesakes > 0) join(job, now);
  if (const auto doomed = doomed_.find(job); doomed != doomed_.end()) {
    never_.push_back(doomed->second);
    doomed_.erase(doomed);
  }
  const Dependency& dependency = jobs_[job].dependency;
  const bool holds = dependency.is_any_enough ? state.from < never : state.open == 0;
  if (holds && !state.is_settled) due_.emplace(std::max(now, state.from), job);
}

void Dependencies::started(std::size_t job, Seconds now) {
  begin(job, now);
  if (const int number = jobs_[job].dependency.namesakes; number > 0) namesakes_[number].running.insert(job);
}

/// The first time, or never: then its end counts as that, too.
void Dependencies::begin(std::size_t job, Seconds now) {
  if (std::exchange(states_[job].has_started, true)) return;
  note_begin(job, now);
  const auto& array = jobs_[job].dependency.array;
  if (array && --arrays_[*array].not_started == 0) note_begin(states_.size() + *array, now);
}

void Dependencies::ended(std::size_t job, Ending ending, Seconds now) {
  begin(job, now);
  note_end(job, ending, now);
  if (jobs_[job].dependency.namesakes > 0) leave(job, now);
  const auto& number = jobs_[job].dependency.array;
  if (!number) return;
  Array& array = arrays_[*number];
  array.has_failed = array.has_failed || ending == Ending::failed;
  if (--array.not_ended == 0)
    note_end(states_.size() + *number, array.has_failed ? Ending::failed : Ending::succeeded, now);
  if (!std::exchange(states_[job].is_in_turn, false)) return;
  --array.in_turn;
  give_turns(array);
}

void Dependencies::never_runs(std::size_t job) {
  note_stuck(job);
  const Dependency& dependency = jobs_[job].dependency;
  if (dependency.array && !std::exchange(arrays_[*dependency.array].is_stuck, true))
    note_stuck(states_.size() + *dependency.array);
  if (dependency.namesakes > 0) block(namesakes_[dependency.namesakes], job);
}

// --- What that means for who waits

void Dependencies::note_begin(std::size_t place, Seconds now) {
  each_waiter(place, [&](const Waiter& waiter) {
    if (waiter.condition->type == DependencyType::after) hold(waiter, now + waiter.condition->delay);
  });
}

void Dependencies::note_end(std::size_t place, Ending ending, Seconds now) {
  each_waiter(place, [&](const Waiter& waiter) {
    const DependencyType type = waiter.condition->type;
    if (type == DependencyType::after) return;
    const Ending awaited = type == DependencyType::afternotok ? Ending::failed : Ending::succeeded;
    if (type == DependencyType::afterany || ending == awaited)
      hold(waiter, now);
    else
      fail(waiter, ending == Ending::failed ? Why::failed : Why::succeeded);
  });
}

void Dependencies::note_stuck(std::size_t place) {
  each_waiter(place, [this](const Waiter& waiter) { fail(waiter, Why::never_runs); });
}

void Dependencies::hold(const Waiter& waiter, Seconds from) {
  State& state = states_[waiter.job];
  if (state.is_settled) return;
  const bool is_any_enough = jobs_[waiter.job].dependency.is_any_enough;
  state.from = is_any_enough ? std::min(state.from, from) : std::max(state.from, from);
  --state.open;
  if (state.has_come && (is_any_enough || state.open == 0)) due_.emplace(state.from, waiter.job);
}

void Dependencies::fail(const Waiter& waiter, Why why, std::optional<std::size_t> behind) {
  State& state = states_[waiter.job];
  if (state.is_settled) return;
  --state.open;
  if (jobs_[waiter.job].dependency.is_any_enough && (state.open > 0 || state.from < never)) return;
  Condition condition = *waiter.condition;
  if (behind) condition.of = *behind;
  state.is_settled = true;
  const NeverSatisfied one{waiter.job, condition, why};
  if (state.has_come)
    never_.push_back(one);
  else
    doomed_.emplace(waiter.job, one);
}

// --- Singletons

void Dependencies::join(std::size_t job, Seconds now) {
  Namesakes& namesakes = namesakes_[jobs_[job].dependency.namesakes];
  namesakes.open.insert(job);
  const Condition* const singleton = singleton_of(jobs_[job].dependency);
  if (singleton == nullptr) return;
  if (namesakes.stuck && *namesakes.stuck < job) return fail({job, singleton}, Why::never_runs, namesakes.stuck);
  states_[job].awaits_namesakes = true;
  look_at(namesakes, now);
}

/// Nobody is before the first, and if nobody runs either, it may.
void Dependencies::look_at(Namesakes& namesakes, Seconds now) {
  if (namesakes.open.empty() || !namesakes.running.empty()) return;
  const std::size_t first = *namesakes.open.begin();
  if (!std::exchange(states_[first].awaits_namesakes, false)) return;
  hold({first, singleton_of(jobs_[first].dependency)}, now);
}

void Dependencies::leave(std::size_t job, Seconds now) {
  Namesakes& namesakes = namesakes_[jobs_[job].dependency.namesakes];
  namesakes.open.erase(job);
  namesakes.running.erase(job);
  look_at(namesakes, now);
}

/// Nobody comes past a job that stays pending forever. Who is behind one is told so once.
void Dependencies::block(Namesakes& namesakes, std::size_t job) {
  if (namesakes.stuck && *namesakes.stuck < job) return;
  namesakes.stuck = job;
  for (auto one = namesakes.open.upper_bound(job); one != namesakes.open.end(); ++one)
    if (std::exchange(states_[*one].awaits_namesakes, false))
      fail({*one, singleton_of(jobs_[*one].dependency)}, Why::never_runs, job);
}

// --- What follows

void Dependencies::give_turns(Array& array) {
  while (!array.waiting.empty() && array.in_turn < array.limit) {
    const auto first = array.waiting.begin();
    states_[first->first].is_in_turn = true;
    eligible_.push_back({first->first, first->second});
    array.waiting.erase(first);
    ++array.in_turn;
  }
}

/// Some are due twice, if one of several conditions is enough.
void Dependencies::take_due(Seconds now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    const auto [since, job] = *due_.begin();
    due_.erase(due_.begin());
    if (std::exchange(states_[job].is_settled, true)) continue;
    const auto& array = jobs_[job].dependency.array;
    if (array && arrays_[*array].limit > 0) {
      arrays_[*array].waiting.emplace(job, since);
      give_turns(arrays_[*array]);
    } else {
      eligible_.push_back({job, since});
    }
  }
}

std::optional<Dependencies::Eligible> Dependencies::next_eligible(Seconds now) {
  take_due(now);
  if (eligible_.empty()) return std::nullopt;
  const Eligible one = eligible_.front();
  eligible_.pop_front();
  return one;
}

std::optional<NeverSatisfied> Dependencies::next_never_satisfied() {
  if (never_.empty()) return std::nullopt;
  const NeverSatisfied one = never_.front();
  never_.pop_front();
  return one;
}

Seconds Dependencies::next_time() const {
  if (!eligible_.empty() || !never_.empty()) return -never;
  return due_.empty() ? never : due_.begin()->first;
}

// --- Circles

namespace {

/// Nodes: jobs, arrays, and of each job whether all namesakes up to it have ended.
std::vector<std::vector<std::size_t>> waits_among(const std::vector<Job>& jobs) {
  const std::size_t arrays = jobs.size();
  const std::size_t turns = arrays + arrays_among(jobs);
  std::vector<std::vector<std::size_t>> waits(turns + jobs.size());
  std::map<int, std::size_t> last; // namesake
  for (std::size_t number = 0; number < jobs.size(); ++number) {
    const Dependency& dependency = jobs[number].dependency;
    const auto before = last.find(dependency.namesakes);
    const bool is_any_before = dependency.namesakes > 0 && before != last.end();
    if (jobs[number].after) waits[number].push_back(*jobs[number].after);
    for (const Condition& one : dependency.conditions)
      if (one.type != DependencyType::singleton)
        waits[number].push_back(one.is_array ? arrays + one.of : one.of);
      else if (is_any_before)
        waits[number].push_back(turns + before->second);
    if (dependency.array) waits[arrays + *dependency.array].push_back(number);
    if (dependency.namesakes == 0) continue;
    waits[turns + number].push_back(number);
    if (is_any_before) waits[turns + number].push_back(turns + before->second);
    last[dependency.namesakes] = number;
  }
  return waits;
}

} // namespace

std::vector<std::size_t> circle_among(const std::vector<Job>& jobs) {
  std::vector<std::size_t> circle = circle_in(waits_among(jobs));
  circle.erase(std::remove_if(circle.begin(), circle.end(), [&](std::size_t node) { return node >= jobs.size(); }),
               circle.end());
  return circle;
}

} // namespace daruma::batch
