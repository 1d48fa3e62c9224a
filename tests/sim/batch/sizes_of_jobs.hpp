// On how many processors each job of a centre was, and when.
#pragma once

#include "sim/batch/centre_observer.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <vector>

namespace daruma::batch::test {

struct SizeSpan {
  double from;
  double to;
  int processors;

  friend bool operator==(const SizeSpan& a, const SizeSpan& b) {
    return a.from == b.from && a.to == b.to && a.processors == b.processors;
  }
  friend void PrintTo(const SizeSpan& one, std::ostream* out) {
    *out << one.processors << " from " << one.from << " to " << one.to;
  }
};

class SizesOfJobs : public CentreObserver {
public:
  void stayed(const Stay& stay) override {
    if (stay.purpose == Stay::Purpose::work)
      parts_[stay.job].push_back({stay.begin.count(), stay.end.count(), stay.cores});
  }
  void ended(std::size_t, const JobOutcome&) override {}
  void node_down(int, Seconds) override {}
  void node_up(int, Seconds) override {}
  void stands(const CentreState& state) override { least_free_ = std::min(least_free_, state.free); }

  const std::vector<SizeSpan>& operator[](std::size_t job) { return parts_[job]; }
  int least_free() const { return least_free_; }

private:
  std::map<std::size_t, std::vector<SizeSpan>> parts_;
  int least_free_ = 0;
};

} // namespace daruma::batch::test
