// What a campaign comes to: what is named where what is broken, how often rightly, how soon, after how many questions.
//
// A case breaks so many components, each in one of its ways, at time 0; all cases or a sample. What it broke between
// the two ends is to be named: precision is the share of names that are that, recall the share of that which is named.
// The effect of a fault that is named in its place is no right name, but nothing sound either. Sums are of integers:
// the same with any number of threads.
#pragma once

#include "sim/core/threads.hpp"
#include "sim/faults/alike.hpp"
#include "sim/faults/campaign.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::faults {

/// Everything that can break, in each of its ways. A cable that is damaged counts once.
std::vector<FailureMode> all_failure_modes(const Fabric&, const models::faults::FaultTree&);

struct CaseSample {
  std::int64_t cases;
  std::uint64_t seed;
};

class Cases {
public:
  Cases(std::vector<FailureMode> failure_modes, int faults, std::optional<CaseSample> sample,
        std::vector<ManagementPart> cut)
      : failure_modes_(std::move(failure_modes)), faults_(faults), sample_(sample), cut_(std::move(cut)) {}

  /// A double because it may be huge.
  double count() const;
  Case at(std::int64_t number) const;

private:
  std::vector<std::size_t> drawn(std::int64_t number) const;
  std::vector<std::size_t> combination(std::int64_t number) const;

  std::vector<FailureMode> failure_modes_;
  int faults_;
  std::optional<CaseSample> sample_;
  std::vector<ManagementPart> cut_;
};

/// How often each value was there.
template <class Value> class Spread {
public:
  void add(Value value, std::int64_t times = 1) { counts_[value] += times; }
  void add(const Spread& other) {
    for (const auto& [value, times] : other.counts_) add(value, times);
  }
  bool is_empty() const { return counts_.empty(); }
  Value least() const { return counts_.begin()->first; }
  Value most() const { return counts_.rbegin()->first; }
  /// The median; of an even number of values the lower one of the two in the middle.
  Value median() const {
    std::int64_t all = 0;
    for (const auto& [value, times] : counts_) all += times;
    std::int64_t before = 0;
    for (const auto& [value, times] : counts_)
      if (before += times; 2 * before >= all) return value;
    return most();
  }

private:
  std::map<Value, std::int64_t> counts_;
};

struct Diagnosis {
  /// The sums over the cases of one way to break.
  struct Tally {
    std::int64_t detections = 0; ///< with this between the two ends
    std::int64_t exact = 0;      ///< it alone is broken, and named, and nothing else is
    std::int64_t named = 0;
    std::int64_t hidden = 0; ///< not named: a fault that is named hides or causes it, as its device's file says
    std::int64_t unseen = 0; ///< cases that stop nobody's traffic, and break nothing else
  };

  std::int64_t cases = 0;
  std::int64_t unseen = 0;
  std::int64_t detections = 0;
  std::int64_t exact = 0;              ///< what the case broke between the two ends is named, and nothing else
  std::int64_t broken = 0;             ///< between the two ends, over all detections
  std::int64_t right = 0;              ///< names of what the case broke
  std::int64_t effects = 0;            ///< names of what that broke in turn
  std::int64_t sound = 0;              ///< names of what is not broken
  std::int64_t hidden = 0;             ///< broken and not named: a fault that is named hides or causes it
  std::map<std::string, Tally> ways{}; ///< by "cpu.throttled"
  FaultsByEvidence by_evidence{};      ///< single faults that stop anybody's traffic
  /// Kinds of devices: what was broken and what was named, "other" for another one of the same kind, "nothing".
  std::map<std::pair<std::string, std::string>, std::int64_t> confusion{};
  Spread<double> error_s{}; ///< from the break to the error of the socket
  Spread<double> name_s{};  ///< from there to the verdict
  Spread<int> queries{};
  bool partial = false;

  double precision() const;
  double recall() const;
  void add(const Diagnosis&);
};

/// With that many threads (at least 1); partial if `stop` was set meanwhile. Of the pairs of nodes that need what is
/// broken about so many are known at a time, 8 bytes each; the routes of the machine are gone through again for more.
Diagnosis diagnose(const Campaign&, const Cases&, int threads, Progress&, double crossings_at_once = 1e8);

} // namespace daruma::faults
