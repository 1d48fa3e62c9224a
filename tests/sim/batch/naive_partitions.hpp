// First come, first served, and EASY, on nodes of several partitions with limits, as plainly as they can be written:
// what is free is counted anew for each kind of node, each time and each job. Shares no code with sim/batch but the
// structs of a job and of a partition.
#pragma once

#include "sim/batch/centre.hpp"
#include "tests/sim/batch/naive_centre.hpp"

namespace daruma::batch::test {

class NaivePartitions : public NaiveCentre {
public:
  /// With a depth of 0 nobody starts out of turn. Each node has one core.
  NaivePartitions(const std::vector<Job>& jobs, int nodes, const std::vector<Partition>& partitions, int depth)
      : NaiveCentre(jobs, nodes), partitions_(partitions), depth_(depth) {
    for (int node = 0; node < nodes; ++node) {
      std::set<int> in;
      for (std::size_t i = 0; i < partitions.size(); ++i)
        if (std::count(partitions[i].nodes.begin(), partitions[i].nodes.end(), node) != 0)
          in.insert(static_cast<int>(i));
      const auto same = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& one) { return one.in == in; });
      if (same == kinds_.end())
        kinds_.push_back({in, 1});
      else
        ++same->nodes;
    }
  }

protected:
  bool start_one() override {
    if (decided_at_ != now_) decide();
    decided_at_ = now_;
    if (chosen_.empty()) return false;
    const std::size_t job = chosen_.front();
    chosen_.erase(chosen_.begin());
    return start(job);
  }

private:
  struct Kind {
    std::set<int> in;
    int nodes;
  };
  struct Part {
    std::size_t job;
    double from;
    double to;
    std::size_t kind;
    int processors;
  };

  int partition(std::size_t job) const { return jobs_[job].partition; }

  bool meet(int a, int b) const {
    return std::any_of(kinds_.begin(), kinds_.end(),
                       [=](const Kind& one) { return one.in.count(a) != 0 && one.in.count(b) != 0; });
  }

  /// Under its limits at that time.
  bool is_under(std::size_t job, double time) const {
    int all = width(job);
    int own = width(job);
    for (const Part& one : parts_) {
      if (partition(one.job) != partition(job) || one.from > time || one.to <= time) continue;
      all += one.processors;
      if (jobs_[one.job].account.user == jobs_[job].account.user) own += one.processors;
    }
    const PartitionQuota& quota = partitions_[static_cast<std::size_t>(partition(job))].quota;
    return all <= quota.of_all && own <= quota.of_user;
  }
  bool is_held(std::size_t job) const { return !is_under(job, now_); }

  /// What runs and what is planned, by limits: one list, in which what starts now is, too.
  void decide() {
    parts_.erase(
        std::remove_if(parts_.begin(), parts_.end(),
                       [this](const Part& one) { return end_of(one.job) <= now_ || starts_[one.job] == at_no_time; }),
        parts_.end());
    std::set<std::size_t> settled;
    std::set<int> waits;
    for (const std::size_t job : waiting_) {
      const bool is_behind =
          std::any_of(waits.begin(), waits.end(), [&](int other) { return meet(other, partition(job)); });
      if (is_behind || is_held(job)) continue;
      const auto parts = parts_of(job, now_);
      if (parts.empty())
        waits.insert(partition(job));
      else
        begin(job, parts, settled);
    }
    if (depth_ == 0) return;
    std::map<int, int> kept;
    for (const std::size_t job : waiting_) {
      if (settled.count(job) != 0 || kept[partition(job)] == depth_ || is_held(job)) continue;
      settled.insert(job);
      const double at = first_time(job);
      const auto parts = parts_of(job, at);
      if (at == now_) {
        begin(job, parts, settled);
        continue;
      }
      parts_.insert(parts_.end(), parts.begin(), parts.end());
      ++kept[partition(job)];
    }
    for (const std::size_t job : waiting_) {
      if (settled.count(job) != 0 || is_held(job)) continue;
      const auto parts = parts_of(job, now_);
      if (!parts.empty()) begin(job, parts, settled);
    }
  }

  void begin(std::size_t job, const std::vector<Part>& parts, std::set<std::size_t>& settled) {
    parts_.insert(parts_.end(), parts.begin(), parts.end());
    settled.insert(job);
    chosen_.push_back(job);
    starts_[job] = now_;
  }

  int least(std::size_t kind, double from, double length) const {
    const auto free = [&](double time) {
      int count = kinds_[kind].nodes;
      for (const Part& one : parts_)
        if (one.kind == kind && one.from <= time && time < one.to) count -= one.processors;
      return count;
    };
    int least = free(from);
    for (const Part& one : parts_)
      if (one.from > from && one.from < from + length) least = std::min(least, free(one.from));
    return least;
  }

  /// Those under its limits at all that time.
  bool is_under_limits(std::size_t job, double from) const {
    bool is_good = is_under(job, from);
    for (const Part& one : parts_)
      if (one.from > from && one.from < from + limit(job)) is_good = is_good && is_under(job, one.from);
    return is_good;
  }

  /// Kinds in fewest partitions first, of equals that with the lowest node.
  std::vector<Part> parts_of(std::size_t job, double at) const {
    if (at == at_no_time || !is_under_limits(job, at)) return {};
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      if (kinds_[kind].in.count(partition(job)) != 0) order.emplace_back(kinds_[kind].in.size(), kind);
    std::sort(order.begin(), order.end());
    std::vector<Part> parts;
    int rest = width(job);
    for (const auto& [count, kind] : order) {
      const int here = std::min(rest, least(kind, at, limit(job)));
      if (here > 0) parts.push_back({job, at, at + limit(job), kind, here});
      rest -= std::max(0, here);
    }
    return rest == 0 ? parts : std::vector<Part>();
  }

  double first_time(std::size_t job) const {
    std::set<double> times{now_};
    for (const Part& one : parts_) times.insert(one.to);
    for (const double time : times)
      if (time >= now_ && !parts_of(job, time).empty()) return time;
    return at_no_time;
  }

  std::vector<Partition> partitions_;
  int depth_;
  double decided_at_ = -1;
  std::vector<Kind> kinds_{};
  std::vector<Part> parts_{};
  std::vector<std::size_t> chosen_{};
};

} // namespace daruma::batch::test
