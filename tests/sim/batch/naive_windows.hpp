// EASY on nodes with windows, as plainly as it can be written: what is free is counted anew for each kind of node, each
// time and each job. Shares no code with sim/batch but the structs of a job and of a window.
#pragma once

#include "sim/batch/pools.hpp"
#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/naive_parts.hpp"

namespace daruma::batch::test {

class NaiveWindows : public NaiveCentre {
public:
  /// With a depth of 0 nobody starts out of turn.
  NaiveWindows(const std::vector<Job>& jobs, int nodes, const std::vector<Window>& windows, int depth)
      : NaiveCentre(jobs, nodes), depth_(depth) {
    for (int node = 0; node < nodes; ++node) {
      Kind kind;
      for (const Window& window : windows)
        if (std::count(window.nodes.begin(), window.nodes.end(), node) != 0)
          for (double shift = 0; shift < latest_; shift += window.every.count())
            kind.push_back({window.first.from.count() + shift, window.first.until.count() + shift, window.users});
      const auto same = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& one) { return is_same(one, kind); });
      if (same == kinds_.end()) {
        kinds_.push_back(kind);
        nodes_.push_back(1);
      } else {
        ++nodes_[static_cast<std::size_t>(same - kinds_.begin())];
      }
      for (const Times& one : kind) ends_.push_back(one.until);
    }
    for (const double end : ends_) close_at(end);
  }

protected:
  bool start_one() override {
    std::vector<Part> plan = running_parts_;
    plan.erase(std::remove_if(plan.begin(), plan.end(), [this](const Part& one) { return end_of(one.job) <= now_; }),
               plan.end());
    running_parts_ = plan;
    int kept = 0;
    for (const std::size_t job : waiting_) {
      const bool is_reserved = kept < std::max(1, depth_);
      if (kept > 0 && depth_ == 0) return false;
      const double at = is_reserved ? first_time(job, plan) : now_;
      const auto parts = parts_of(job, at, plan);
      if (at == now_ && !parts.empty()) {
        running_parts_.insert(running_parts_.end(), parts.begin(), parts.end());
        return start(job);
      }
      if (!is_reserved) continue;
      ++kept;
      plan.insert(plan.end(), parts.begin(), parts.end());
    }
    return false;
  }

private:
  static constexpr double latest_ = 1000;
  struct Times {
    double from;
    double until;
    std::vector<int> users;
  };
  using Kind = std::vector<Times>; ///< the windows of its nodes

  static bool is_same(const Kind& a, const Kind& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Times& x, const Times& y) {
      return x.from == y.from && x.until == y.until && x.users == y.users;
    });
  }
  void close_at(double end) { closed_.push_back({end, end, 0}); }

  bool may_be(std::size_t job, std::size_t kind, double from) const {
    for (const Times& one : kinds_[kind]) {
      const bool is_admitted = std::count(one.users.begin(), one.users.end(), jobs_[job].account.user) != 0;
      if (!is_admitted && one.until > from && one.from < from + limit(job)) return false;
    }
    return true;
  }

  /// Those kinds first whose next window comes first.
  std::vector<Part> parts_of(std::size_t job, double at, const std::vector<Part>& plan) const {
    if (at == at_no_time) return {};
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      double next = at_no_time;
      for (const Times& one : kinds_[kind])
        if (one.until > at) next = std::min(next, one.from);
      if (may_be(job, kind, at)) order.emplace_back(next, kind);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> kinds;
    for (const auto& [next, kind] : order) kinds.push_back(kind);
    return parts_in_order({job, at, at + limit(job), 0, width(job)}, kinds, nodes_, plan);
  }

  double first_time(std::size_t job, const std::vector<Part>& plan) const {
    std::set<double> times{now_};
    for (const Part& one : plan) times.insert(one.to);
    for (const double end : ends_) times.insert(end);
    for (const double time : times)
      if (time >= now_ && !parts_of(job, time, plan).empty()) return time;
    return at_no_time;
  }

  int depth_;
  std::vector<Kind> kinds_{};
  std::vector<int> nodes_{}; ///< of each kind
  std::vector<double> ends_{};
  std::vector<Part> running_parts_{};
};

} // namespace daruma::batch::test
