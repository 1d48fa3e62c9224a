// Queue disciplines as plainly as they can be written: at each moment at which a job comes or ends everything is made
// anew from the jobs themselves. Shares no code with sim/batch but the struct of a job.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/scenario/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::batch::test {

constexpr double at_no_time = std::numeric_limits<double>::infinity();

/// What is planned to be busy from one time to another.
struct Busy {
  double from;
  double to;
  int processors;
};

/// Processors that are free at that time.
inline int free_at(double time, int all, const std::vector<Busy>& plan) {
  for (const Busy& one : plan)
    if (one.from <= time && time < one.to) all -= one.processors;
  return all;
}

/// Whether so many are free at all times of an interval: they get fewer only where something begins.
inline bool is_room(int processors, double from, double length, int all, const std::vector<Busy>& plan) {
  if (free_at(from, all, plan) < processors) return false;
  for (const Busy& one : plan)
    if (one.from > from && one.from < from + length && free_at(one.from, all, plan) < processors) return false;
  return true;
}

/// The first time from `now` on with room: now, or when something ends.
inline double first_room(int processors, double now, double length, int all, const std::vector<Busy>& plan) {
  double first = is_room(processors, now, length, all, plan) ? now : at_no_time;
  for (const Busy& one : plan)
    if (one.to > now && one.to < first && is_room(processors, one.to, length, all, plan)) first = one.to;
  return first;
}

class NaiveCentre {
public:
  NaiveCentre(const std::vector<Job>& jobs, int processors)
      : jobs_(jobs), all_(processors), starts_(jobs.size(), at_no_time) {}
  virtual ~NaiveCentre() = default;

  /// So many are not to be had at these times; it may be that jobs run there all the same.
  void close(const std::vector<Busy>& times) { closed_ = times; }

  std::vector<Seconds> run() {
    std::set<double> moments;
    for (const Busy& one : closed_) moments.insert({one.from, one.to});
    for (const Job& job : jobs_) moments.insert(job.submit.count());
    std::size_t come = 0;
    for (; !moments.empty(); moments.erase(moments.begin())) {
      now_ = *moments.begin();
      end_all();
      for (; come < jobs_.size() && jobs_[come].submit.count() == now_; ++come) waiting_.push_back(come);
      for (std::size_t i = 0; i < waiting_.size(); i = start_one() ? 0 : waiting_.size()) {}
      for (const std::size_t job : running_) moments.insert(end_of(job));
    }
    std::vector<Seconds> starts;
    for (const double start : starts_) starts.emplace_back(start);
    return starts;
  }

protected:
  /// Starts one job, if one may start.
  virtual bool start_one() = 0;

  void end_all() {
    std::sort(running_.begin(), running_.end());
    for (const std::size_t job : running_)
      if (end_of(job) == now_) ended_.push_back(job);
    const auto has_ended = [this](std::size_t job) { return end_of(job) == now_; };
    running_.erase(std::remove_if(running_.begin(), running_.end(), has_ended), running_.end());
  }

  double limit(std::size_t job) const { return jobs_[job].limit.count(); }
  double end_of(std::size_t job) const { return starts_[job] + jobs_[job].run.count(); }
  int width(std::size_t job) const { return jobs_[job].processors; }

  int free() const {
    int free = all_;
    for (const std::size_t job : running_) free -= width(job);
    return free;
  }

  /// Those who run, by their limits, and what is closed.
  std::vector<Busy> plan_by_limits() const {
    std::vector<Busy> plan = closed_;
    for (const std::size_t job : running_) plan.push_back({starts_[job], starts_[job] + limit(job), width(job)});
    return plan;
  }

  /// Whether it can start now, whoever else waits.
  bool has_room(std::size_t job) const {
    return width(job) <= free() && is_room(width(job), now_, limit(job), all_, plan_by_limits());
  }

  bool start(std::size_t job) {
    starts_[job] = now_;
    running_.push_back(job);
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), job));
    return true;
  }

  const std::vector<Job>& jobs_;
  int all_;
  double now_ = 0;
  std::vector<double> starts_;
  std::vector<std::size_t> waiting_{}; ///< as they came
  std::vector<std::size_t> running_{};
  std::vector<std::size_t> ended_{}; ///< as they ended
  std::vector<Busy> closed_{};
};

/// Rules by which the queue is ordered: the lowest first, of equals the one that came first.
using NaiveRank = std::function<double(const Job&, double now)>;

inline NaiveRank naive_rank(const std::string& order) {
  const auto n = [](const Job& job) { return static_cast<double>(job.processors); };
  const auto r = [](const Job& job) { return job.limit.count(); };
  const auto log = [](double x) { return x < 1 ? 0 : std::log10(x); };
  const auto s = [](const Job& job) { return job.submit.count(); };
  if (order == "sjf") return [=](const Job& job, double) { return r(job); };
  if (order == "ljf") return [=](const Job& job, double) { return -r(job); };
  if (order == "smallest-area") return [=](const Job& job, double) { return n(job) * r(job); };
  if (order == "wfp3")
    return [=](const Job& job, double now) { return -std::pow((now - s(job)) / r(job), 3) * n(job); };
  if (order == "unicef")
    return [=](const Job& job, double now) {
      return n(job) == 1 ? -at_no_time : -(now - s(job)) / (std::log2(n(job)) * r(job));
    };
  if (order == "f1") return [=](const Job& job, double) { return log(r(job)) * n(job) + 870 * log(s(job)); };
  if (order == "f2") return [=](const Job& job, double) { return std::sqrt(r(job)) * n(job) + 25600 * log(s(job)); };
  if (order == "f3") return [=](const Job& job, double) { return r(job) * n(job) + 6860000 * log(s(job)); };
  if (order == "f4") return [=](const Job& job, double) { return r(job) * std::sqrt(n(job)) + 530000 * log(s(job)); };
  return [](const Job&, double) { return 0.0; };
}

class NaiveInOrder : public NaiveCentre {
public:
  NaiveInOrder(const std::vector<Job>& jobs, int processors, NaiveRank rank)
      : NaiveCentre(jobs, processors), rank_(std::move(rank)) {}

protected:
  bool start_one() override {
    const std::vector<std::size_t> queue = ordered();
    return !queue.empty() && has_room(queue.front()) && start(queue.front());
  }

  virtual double rank(std::size_t job) const { return rank_(jobs_[job], now_); }

  std::vector<std::size_t> ordered() const {
    std::vector<std::pair<double, std::size_t>> ranks;
    for (const std::size_t job : waiting_) ranks.emplace_back(rank(job), job);
    std::sort(ranks.begin(), ranks.end());
    std::vector<std::size_t> queue;
    for (const auto& [value, job] : ranks) queue.push_back(job);
    return queue;
  }

private:
  NaiveRank rank_;
};

enum class Among { queue_order, shortest_first };

/// EASY: the first `depth` that have to wait have a place in the plan; who does not disturb it may start.
class NaiveEasy : public NaiveInOrder {
public:
  NaiveEasy(const std::vector<Job>& jobs, int processors, NaiveRank rank, int depth, Among among)
      : NaiveInOrder(jobs, processors, std::move(rank)), depth_(depth), among_(among) {}

protected:
  virtual double expected(std::size_t job) const { return limit(job); }
  virtual double expected_end(std::size_t job) const { return starts_[job] + limit(job); }

  std::vector<Busy> plan_of_running() const {
    std::vector<Busy> plan = closed_;
    for (const std::size_t job : running_) plan.push_back({starts_[job], expected_end(job), width(job)});
    return plan;
  }

  bool start_one() override {
    std::vector<std::size_t> queue = ordered();
    std::vector<Busy> plan = plan_of_running();
    std::size_t i = 0;
    for (int kept = 0; i < queue.size() && kept < depth_; ++i, ++kept) {
      const double at = first_room(width(queue[i]), now_, expected(queue[i]), all_, plan);
      if (at == now_) return start(queue[i]);
      plan.push_back({at, at + expected(queue[i]), width(queue[i])});
    }
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(i));
    if (among_ == Among::shortest_first)
      std::stable_sort(queue.begin(), queue.end(), [this](auto a, auto b) { return expected(a) < expected(b); });
    for (const std::size_t job : queue)
      if (is_room(width(job), now_, expected(job), all_, plan)) return start(job);
    return false;
  }

private:
  int depth_;
  Among among_;
};

/// EASY++: run times by the last two of the user that ended, longer once that has gone by, never beyond the limit.
class NaivePredicted : public NaiveEasy {
public:
  NaivePredicted(const std::vector<Job>& jobs, int processors)
      : NaiveEasy(jobs, processors, naive_rank("arrival"), 1, Among::shortest_first), predicted_(jobs.size()) {}

protected:
  double expected(std::size_t job) const override {
    double sum = 0;
    int count = 0;
    for (std::size_t i = ended_.size(); i-- > 0 && count < 2;)
      if (jobs_[ended_[i]].account.user == jobs_[job].account.user) {
        sum += jobs_[ended_[i]].run.count();
        ++count;
      }
    return count == 0 ? limit(job) : std::min(limit(job), sum / count);
  }

  double expected_end(std::size_t job) const override {
    double run = predicted_[job];
    for (const double minutes : {1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000, 6000, 6000, 6000, 6000})
      if (starts_[job] + run <= now_) run = std::min(limit(job), run + 60 * minutes);
    return starts_[job] + run;
  }

  bool start_one() override {
    for (const std::size_t job : waiting_) predicted_[job] = expected(job);
    return NaiveEasy::start_one();
  }

private:
  std::vector<double> predicted_; ///< when the job started
};

/// Every job is planned; nobody is put off, and who can be moved ahead is, until nobody can.
class NaiveConservative : public NaiveInOrder {
public:
  NaiveConservative(const std::vector<Job>& jobs, int processors, NaiveRank rank)
      : NaiveInOrder(jobs, processors, std::move(rank)), planned_(jobs.size(), at_no_time), first_(jobs.size()) {}

  /// What each was told when it came.
  const std::vector<double>& first_promises() const { return first_; }

protected:
  bool start_one() override {
    const std::vector<std::size_t> queue = ordered();
    for (bool is_any_moved = true; is_any_moved;) {
      is_any_moved = false;
      for (const std::size_t job : queue) {
        const double at = first_room(width(job), now_, limit(job), all_, plan_without(job));
        if (planned_[job] == at_no_time) first_[job] = at;
        is_any_moved = is_any_moved || at < planned_[job];
        planned_[job] = at;
      }
    }
    for (const std::size_t job : queue)
      if (planned_[job] == now_) return start(job);
    return false;
  }

private:
  std::vector<Busy> plan_without(std::size_t left_out) const {
    std::vector<Busy> plan = plan_by_limits();
    for (const std::size_t job : waiting_)
      if (job != left_out && planned_[job] < at_no_time)
        plan.push_back({planned_[job], planned_[job] + limit(job), width(job)});
    return plan;
  }

  std::vector<double> planned_;
  std::vector<double> first_;
};

/// Of all sets of the `ahead` jobs behind the first, tried one by one, the one that fills most.
class NaiveLookahead : public NaiveCentre {
public:
  NaiveLookahead(const std::vector<Job>& jobs, int processors, int ahead)
      : NaiveCentre(jobs, processors), ahead_(ahead) {}

protected:
  bool start_one() override {
    if (!chosen_.empty()) {
      const std::size_t job = chosen_.front();
      chosen_.erase(chosen_.begin());
      std::vector<Busy> plan = plan_by_limits();
      if (shadow_ < at_no_time) plan.push_back({shadow_, shadow_ + limit(first_), width(first_)});
      return is_room(width(job), now_, limit(job), all_, plan) ? start(job) : start_one();
    }
    if (waiting_.empty()) return false;
    const std::size_t first = waiting_.front();
    if (has_room(first)) return start(first);
    if (chosen_at_ == now_) return false;
    chosen_at_ = now_;
    choose(first);
    return !chosen_.empty() && start_one();
  }

private:
  void choose(std::size_t first) {
    const std::vector<Busy> plan = plan_by_limits();
    const double shadow = first_room(width(first), now_, limit(first), all_, plan);
    const int spare = free_at(shadow, all_, plan) - width(first);
    first_ = first;
    shadow_ = shadow;
    std::vector<Busy> with_first = plan;
    if (shadow < at_no_time) with_first.push_back({shadow, shadow + limit(first), width(first)});
    const int free = std::min(this->free(), free_at(now_, all_, plan));
    const std::size_t count = std::min(waiting_.size() - 1, static_cast<std::size_t>(ahead_));
    int best = 0;
    for (unsigned set = (1U << count); set-- > 0;) { // the first candidate is the highest bit: of equals it wins
      int now = 0;
      int then = 0;
      std::vector<std::size_t> jobs;
      for (std::size_t i = 0; i < count; ++i) {
        if ((set >> (count - 1 - i) & 1U) == 0) continue;
        const std::size_t job = waiting_[1 + i];
        now += width(job);
        if (now_ + limit(job) > shadow) then += width(job);
        if (!is_room(width(job), now_, limit(job), all_, with_first)) now = free + 1;
        jobs.push_back(job);
      }
      if (now > free || then > spare || now <= best) continue;
      best = now;
      chosen_ = jobs;
    }
  }

  int ahead_;
  std::size_t first_ = 0;
  double shadow_ = at_no_time;
  double chosen_at_ = -1;
  std::vector<std::size_t> chosen_{};
};

/// Slack: the plan is made anew in the order in which they came; a job may start that puts nobody off too far.
class NaiveSlack : public NaiveCentre {
public:
  NaiveSlack(const std::vector<Job>& jobs, int processors, double slack)
      : NaiveCentre(jobs, processors), slack_(slack), latest_(jobs.size(), at_no_time) {}

protected:
  bool start_one() override {
    const std::map<std::size_t, double> plan = planned(jobs_.size());
    for (const auto& [job, at] : plan)
      if (latest_[job] == at_no_time) latest_[job] = at + slack_ * limit(job);
    for (const auto& [job, at] : plan)
      if (at == now_) return start(job);
    for (const std::size_t job : waiting_) {
      if (!has_room(job)) continue;
      bool is_good = true;
      for (const auto& [other, at] : planned(job))
        is_good = is_good && (other == job || at <= std::max(latest_[other], plan.at(other)));
      if (is_good) return start(job);
    }
    return false;
  }

private:
  /// When each starts if that one starts now.
  std::map<std::size_t, double> planned(std::size_t begun) const {
    std::vector<Busy> busy = plan_by_limits();
    std::map<std::size_t, double> plan;
    if (begun < jobs_.size()) busy.push_back({now_, now_ + limit(begun), width(begun)});
    for (const std::size_t job : waiting_) {
      if (job == begun) continue;
      plan[job] = first_room(width(job), now_, limit(job), all_, busy);
      busy.push_back({plan[job], plan[job] + limit(job), width(job)});
    }
    return plan;
  }

  double slack_;
  std::vector<double> latest_;
};

/// Slurm's priority, with what each user has used summed up over all jobs that have run.
class NaiveMultifactor : public NaiveInOrder {
public:
  NaiveMultifactor(const std::vector<Job>& jobs, int processors, const scenario::PriorityWeights& weights)
      : NaiveInOrder(jobs, processors, {}), weights_(weights) {}

protected:
  double rank(std::size_t number) const override {
    const Job& job = jobs_[number];
    const auto part = [](const std::vector<double>& of, int which) {
      if (which < 1 || which > static_cast<int>(of.size())) return 0.0;
      return of[static_cast<std::size_t>(which) - 1] / *std::max_element(of.begin(), of.end());
    };
    return -(weights_.age * std::min(1.0, (now_ - job.submit.count()) / weights_.max_age.count()) +
             weights_.fair_share * fair_share(job.account.user) + weights_.size * job.processors / all_ +
             weights_.partition * part(weights_.partitions, job.account.partition) +
             weights_.qos * part(weights_.qualities, job.account.qos) - job.account.nice);
  }

private:
  double fair_share(int user) const {
    std::set<int> users;
    double own = 0;
    double all = 0;
    for (std::size_t i = 0; i < jobs_.size() && jobs_[i].submit.count() <= now_; ++i) {
      users.insert(jobs_[i].account.user);
      if (starts_[i] >= now_) continue;
      const double used = used_by(i);
      all += used;
      if (jobs_[i].account.user == user) own += used;
    }
    return all > 0 ? std::pow(2, -own / all * static_cast<double>(users.size())) : 1;
  }

  /// The integral over the run of what is left of each moment's use.
  double used_by(std::size_t job) const {
    const double half_life = weights_.half_life.count();
    const auto left = [=](double time) { return std::pow(2, -(now_ - time) / half_life); };
    return width(job) * half_life / std::log(2) * (left(std::min(now_, end_of(job))) - left(starts_[job]));
  }

  scenario::PriorityWeights weights_;
};

/// Tells `compare` of disciplines that go by the order of arrival: the name, the parameters, and what makes the naive
/// version for jobs and nodes.
template <class Compare> void each_by_arrival(Compare compare) {
  const auto rank = naive_rank("arrival");
  const scenario::QueueParameters usual;
  compare("fcfs", usual,
          [&](const auto& jobs, int nodes) { return std::make_unique<NaiveInOrder>(jobs, nodes, rank); });
  compare("easy", usual, [&](const auto& jobs, int nodes) {
    return std::make_unique<NaiveEasy>(jobs, nodes, rank, 1, Among::queue_order);
  });
  compare("easy-sjbf", usual, [&](const auto& jobs, int nodes) {
    return std::make_unique<NaiveEasy>(jobs, nodes, rank, 1, Among::shortest_first);
  });
  compare("conservative", usual,
          [&](const auto& jobs, int nodes) { return std::make_unique<NaiveConservative>(jobs, nodes, rank); });
  compare("slack", usual, [](const auto& jobs, int nodes) { return std::make_unique<NaiveSlack>(jobs, nodes, 1); });
  scenario::QueueParameters parameters;
  parameters.lookahead = 6;
  compare("lookahead", parameters,
          [](const auto& jobs, int nodes) { return std::make_unique<NaiveLookahead>(jobs, nodes, 6); });
}

} // namespace daruma::batch::test
