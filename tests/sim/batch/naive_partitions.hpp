// First come, first served, and EASY, on nodes of several partitions with limits, as plainly as they can be written:
// what is free is counted anew for each kind of node, each time and each job. Shares no code with sim/batch but the
// structs of a job and of a partition.
#pragma once

#include "sim/batch/centre.hpp"
#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/naive_parts.hpp"

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
      const auto kind = static_cast<std::size_t>(std::find(kinds_.begin(), kinds_.end(), in) - kinds_.begin());
      if (kind == kinds_.size()) {
        kinds_.push_back(in);
        nodes_.push_back(0);
      }
      ++nodes_[kind];
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
  int partition(std::size_t job) const { return jobs_[job].partition; }

  bool meet(int a, int b) const {
    return std::any_of(kinds_.begin(), kinds_.end(),
                       [=](const std::set<int>& in) { return in.count(a) != 0 && in.count(b) != 0; });
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
    std::vector<std::size_t> order;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      if (kinds_[kind].count(partition(job)) != 0) order.push_back(kind);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return kinds_[a].size() < kinds_[b].size(); });
    return parts_in_order({job, at, at + limit(job), 0, width(job)}, order, nodes_, parts_);
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
  std::vector<std::set<int>> kinds_{}; ///< of node: the partitions that it is in
  std::vector<int> nodes_{};           ///< of each kind
  std::vector<Part> parts_{};
  std::vector<std::size_t> chosen_{};
};

} // namespace daruma::batch::test
