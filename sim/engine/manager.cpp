#include "sim/engine/manager.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::engine {

namespace {

/// That have a core.
int ranks_of(const HostedJob& job) { return job.cores() - job.plan->spares; }

} // namespace

Manager::Manager(const scenario::Manager& manager)
    : queue_(*centre::find_queue_policy(manager.queue)), urgent_(*centre::find_urgent_policy(manager.urgent)) {}

int Manager::cores(const HostedJob& job) { return job.plan->ranks + job.plan->spares; }

void Manager::submit(HostedJob& job) {
  const auto place = is_urgent(job) ? std::find_if_not(waiting_.begin(), waiting_.end(),
                                                       [](const HostedJob* other) { return is_urgent(*other); })
                                    : waiting_.end();
  waiting_.insert(place, &job);
}

void Manager::ended(const HostedJob& job) {
  running_.erase(std::remove_if(running_.begin(), running_.end(), [&](const Running& one) { return one.job == &job; }),
                 running_.end());
}

/// Cores of those who have been told to give them up.
int Manager::coming() const {
  int sum = 0;
  for (const Running& one : running_) sum += std::max(0, ranks_of(*one.job) - one.told);
  return sum;
}

/// Cores for those who have been told to take them back, and have not yet gone on with them.
int Manager::promised() const {
  int sum = 0;
  for (const Running& one : running_)
    if (one.job->answers == one.answers || !one.job->lenders.empty()) sum += std::max(0, one.told - ranks_of(*one.job));
  return sum;
}

bool Manager::is_any_urgent() const {
  return (!waiting_.empty() && is_urgent(*waiting_.front())) ||
         std::any_of(running_.begin(), running_.end(), [](const Running& one) { return is_urgent(*one.job); });
}

std::vector<Manager::Move> Manager::decide(Seconds now, int free) {
  std::vector<Move> moves;
  free -= promised();
  if (!is_any_urgent()) moves = give_back(free);
  if (!waiting_.empty() && is_urgent(*waiting_.front())) {
    const HostedJob& urgent = *waiting_.front();
    const int lacking = cores(urgent) - free;
    if (lacking > coming()) moves = make_room(urgent, lacking - coming());
    if (lacking > 0 && coming() > 0) return moves;
  }
  const auto starts = start(now, free);
  moves.insert(moves.end(), starts.begin(), starts.end());
  return moves;
}

std::vector<Manager::Move> Manager::make_room(const HostedJob& urgent, int lacking) {
  std::vector<centre::Tenant> tenants;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const Running& one = running_[i];
    const int has = std::min(ranks_of(*one.job), one.told) + one.job->plan->spares;
    if (is_urgent(*one.job) || has <= 0) continue;
    const int fewest = one.job->plan->fewest.value_or(one.job->plan->ranks) + one.job->plan->spares;
    tenants.push_back({i, has, std::min(has, fewest), one.since});
  }
  std::vector<Move> moves;
  for (const centre::Concession& concession : urgent_.make_room(lacking, tenants)) {
    Running& one = running_[concession.job];
    one.told = concession.keeps - one.job->plan->spares;
    moves.push_back({concession.keeps > 0 ? What::yield : What::evict, one.job, one.told, urgent.plan->name});
  }
  return moves;
}

/// To those who started first, first.
std::vector<Manager::Move> Manager::give_back(int& free) {
  std::vector<centre::Shrunk> shrunk;
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (running_[i].told > 0 && running_[i].told < running_[i].job->plan->ranks)
      shrunk.push_back({i, running_[i].told, running_[i].job->plan->ranks});
  std::vector<Move> moves;
  for (const centre::Concession& more : centre::grow_back(free, shrunk)) {
    Running& one = running_[more.job];
    free -= more.keeps - one.told;
    one.told = more.keeps;
    one.answers = one.job->answers;
    moves.push_back({What::grow_back, one.job, one.told});
  }
  return moves;
}

std::vector<Manager::Move> Manager::start(Seconds now, int free) {
  std::vector<centre::WaitingJob> waiting;
  std::vector<centre::RunningJob> running;
  for (std::size_t i = 0; i < waiting_.size(); ++i)
    waiting.push_back({i, cores(*waiting_[i]), waiting_[i]->plan->limit.value_or(never)});
  for (std::size_t i = 0; i < running_.size(); ++i)
    running.push_back({running_[i].since + running_[i].job->plan->limit.value_or(never), i, running_[i].job->cores()});
  std::sort(running.begin(), running.end());
  std::vector<Move> moves;
  for (const std::size_t place : queue_.choose({now, free, waiting, running})) {
    HostedJob& job = *waiting_[place];
    running_.push_back({&job, now, job.plan->ranks, job.answers});
    moves.push_back({What::start, &job, job.plan->ranks});
  }
  for (const Move& move : moves) waiting_.erase(std::find(waiting_.begin(), waiting_.end(), move.job));
  return moves;
}

namespace {

template <class Policy> std::vector<std::string> names(const std::vector<Policy>& policies) {
  std::vector<std::string> all;
  all.reserve(policies.size());
  for (const Policy& policy : policies) all.emplace_back(policy.name);
  return all;
}

} // namespace

std::vector<scenario::Problem> objections_to_manager(const scenario::Scenario& scenario, const std::string& file) {
  if (!scenario.manager) return {};
  std::vector<scenario::Problem> problems;
  const auto& [queue, urgent] = *scenario.manager;
  if (centre::find_queue_policy(queue) == nullptr)
    problems.push_back({file, "/manager/queue", scenario::unknown("queue", queue, names(centre::queue_policies()))});
  if (centre::find_urgent_policy(urgent) == nullptr)
    problems.push_back(
        {file, "/manager/urgent", scenario::unknown("policy", urgent, names(centre::urgent_policies()))});
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    if (queue == "easy" && !scenario.jobs[i].limit)
      problems.push_back(
          {file, "/jobs/" + std::to_string(i), "the queue \"easy\" plans with limits, and this job has no \"limit\""});
  return problems;
}

} // namespace daruma::engine
