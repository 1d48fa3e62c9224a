#include "sim/run/simulated/manager.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>
#include <tuple>

namespace daruma::run {

namespace {

/// That have a core.
int ranks_of(const JobLife& job) { return job.cores() - job.plan().spares; }

void append(std::vector<Manager::Move>& moves, std::vector<Manager::Move> more) {
  moves.insert(moves.end(), more.begin(), more.end());
}

} // namespace

Manager::Manager(const scenario::Manager& manager)
    : queue_(*batch::find_queue_policy(manager.queue)), urgent_(*batch::find_urgent_policy(manager.urgent)),
      idle_(manager.idle) {}

int Manager::cores(const JobLife& job) { return job.plan().ranks + job.plan().spares; }

/// Who waits again keeps the place that it had at first; of those that came together, the scenario's order counts.
void Manager::submit(JobLife& job) {
  const auto comes_before = [](const JobLife* a, const JobLife* b) {
    return std::make_tuple(!is_urgent(*a), a->plan().start, a->index()) <
           std::make_tuple(!is_urgent(*b), b->plan().start, b->index());
  };
  waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), &job, comes_before), &job);
}

void Manager::ended(const JobLife& job) {
  running_.erase(std::remove_if(running_.begin(), running_.end(), [&](const Running& one) { return one.job == &job; }),
                 running_.end());
}

/// Cores of those who have been told to give them up.
int Manager::coming() const {
  int sum = 0;
  for (const Running& one : running_) sum += std::max(0, ranks_of(*one.job) - one.told);
  return sum;
}

/// Whether it has been told to go on with more, and has not yet.
bool Manager::is_promised(const Running& one) {
  return one.grows && (one.job->answers() == one.answers || one.job->lenders() > 0);
}

/// Cores for those who have been told to take them back, and have not yet gone on with them.
int Manager::promised() const {
  int sum = 0;
  for (const Running& one : running_)
    if (is_promised(one)) sum += std::max(0, one.told - ranks_of(*one.job));
  return sum;
}

/// As far as limits tell, and if fewer ranks take as much longer as they are fewer.
void Manager::keep_count(Seconds now) {
  for (Running& one : running_) {
    one.left -= (now - one.counted_to) * one.ranks / one.job->plan().ranks;
    one.counted_to = now;
    one.ranks = ranks_of(*one.job);
  }
}

std::vector<batch::RunningJob> Manager::by_limit(Seconds now) const {
  std::vector<batch::RunningJob> running;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const Running& one = running_[i];
    const double slower = static_cast<double>(one.job->plan().ranks) / std::max(1, one.ranks);
    const int has =
        one.job->living() > 0 ? one.job->cores() : one.ranks + one.job->plan().spares; // if it starts just now
    running.push_back({now + std::max(Seconds(0), one.left) * slower, i, has});
  }
  std::sort(running.begin(), running.end());
  return running;
}

std::vector<Manager::Move> Manager::decide(Seconds now, int free) {
  keep_count(now);
  std::vector<Move> moves;
  free -= promised();
  while (is_urgent_waiting() && cores(*waiting_.front()) <= free) {
    free -= cores(*waiting_.front());
    moves.push_back(start(0, waiting_.front()->plan().ranks, now));
  }
  if (is_urgent_waiting()) {
    const int lacking = cores(*waiting_.front()) - free - coming();
    if (lacking > 0) append(moves, make_room(*waiting_.front(), lacking));
    if (coming() > 0) return moves;
  }
  if (!is_urgent_waiting()) {
    free = std::max(0, free - idle_);
    append(moves, give_back(free));
  }
  std::vector<Move> starts = start(now, free);
  while (const auto moulded = mould(now, free)) {
    starts.push_back(*moulded);
    append(starts, start(now, free));
  }
  append(moves, std::move(starts));
  return moves;
}

std::vector<Manager::Move> Manager::make_room(const JobLife& urgent, int lacking) {
  std::vector<batch::Tenant> tenants;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const Running& one = running_[i];
    const int has = std::min(ranks_of(*one.job), one.told) + one.job->plan().spares;
    if (is_urgent(*one.job) || has <= 0) continue;
    const int fewest = one.job->plan().fewest.value_or(one.job->plan().ranks) + one.job->plan().spares;
    tenants.push_back({i, has, std::min(has, fewest), one.since});
  }
  std::sort(tenants.begin(), tenants.end(), [this](const batch::Tenant& a, const batch::Tenant& b) {
    return running_[a.job].job->index() < running_[b.job].job->index(); // as the scenario lists them
  });
  std::vector<Move> moves;
  for (const batch::Concession& concession : urgent_.make_room(lacking, tenants)) {
    Running& one = running_[concession.job];
    one.told = concession.keeps - one.job->plan().spares;
    one.grows = false;
    moves.push_back({concession.keeps > 0 ? What::yield : What::evict, one.job, one.told, urgent.plan().name});
  }
  return moves;
}

/// To those who started first, first; to those who survive failures, what they lost by them, too.
std::vector<Manager::Move> Manager::give_back(int& free) {
  std::vector<batch::Shrunk> shrunk;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const Running& one = running_[i];
    const bool survives = one.job->plan().recovery == scenario::Recovery::shrink;
    const int has = survives && !is_promised(one) ? std::min(one.told, ranks_of(*one.job)) : one.told;
    const bool is_ending = one.job->returned() > 0;
    if (one.job->plan().fewest && !is_ending && has > 0 && has < one.job->plan().ranks)
      shrunk.push_back({i, has, one.job->plan().ranks});
  }
  std::vector<Move> moves;
  for (const batch::Concession& more : batch::grow_back(free, shrunk)) {
    Running& one = running_[more.job];
    free -= more.keeps - ranks_of(*one.job);
    one.told = more.keeps;
    one.answers = one.job->answers();
    one.grows = true;
    moves.push_back({What::grow_back, one.job, one.told});
  }
  return moves;
}

Manager::Move Manager::start(std::size_t place, int ranks, Seconds now) {
  JobLife& job = *waiting_[place];
  waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
  running_.push_back({&job, now, ranks, ranks, job.plan().limit.value_or(never), now});
  job.grant(ranks);
  return {What::start, &job, ranks};
}

std::vector<Manager::Move> Manager::start(Seconds now, int& free) {
  std::vector<batch::WaitingJob> waiting;
  for (std::size_t i = 0; i < waiting_.size(); ++i)
    waiting.push_back({i, cores(*waiting_[i]), waiting_[i]->plan().limit.value_or(never)});
  std::vector<std::size_t> chosen = queue_.choose({now, free, waiting, by_limit(now)});
  std::vector<Move> moves;
  for (auto place = chosen.rbegin(); place != chosen.rend(); ++place) {
    free -= cores(*waiting_[*place]);
    moves.push_back(start(*place, waiting_[*place]->plan().ranks, now));
  }
  std::reverse(moves.begin(), moves.end());
  return moves;
}

/// The first that has to wait starts on what is free, if it then ends before it would otherwise; as in a centre.
std::optional<Manager::Move> Manager::mould(Seconds now, int& free) {
  if (waiting_.empty() || is_urgent_waiting()) return std::nullopt;
  const scenario::Job& plan = waiting_.front()->plan();
  const int ranks = free - plan.spares;
  if (!plan.fewest || !plan.limit || ranks < *plan.fewest || ranks >= plan.ranks) return std::nullopt;
  const batch::WaitingJob head{0, cores(*waiting_.front()), *plan.limit};
  const double stretch = static_cast<double>(plan.ranks) / ranks;
  if (!batch::ends_sooner_on_less(head, stretch, free, by_limit(now), now)) return std::nullopt;
  free = 0;
  return start(0, ranks, now);
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
  const auto& [queue, urgent, idle] = *scenario.manager;
  if (batch::find_queue_policy(queue) == nullptr)
    problems.push_back({file, "/manager/queue", scenario::unknown("queue", queue, names(batch::queue_policies()))});
  if (batch::find_urgent_policy(urgent) == nullptr)
    problems.push_back({file, "/manager/urgent", scenario::unknown("policy", urgent, names(batch::urgent_policies()))});
  if (urgent == "preempt")
    problems.push_back(
        {file, "/manager/urgent",
         "jobs with ranks write checkpoints when they do, not on order; \"kill\" lets them go on from the last"});
  if (urgent == "idle" && idle == 0) problems.push_back({file, "/manager/urgent", "\"idle\" needs \"idle\""});
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    if (queue == "easy" && !scenario.jobs[i].limit)
      problems.push_back(
          {file, "/jobs/" + std::to_string(i), "the queue \"easy\" plans with limits, and this job has no \"limit\""});
  return problems;
}

} // namespace daruma::run
