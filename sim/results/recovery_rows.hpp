// The rows of one job that tell how it recovers, sorted out of all that a run recorded (recovery.hpp).
#pragma once

#include "sim/results/records.hpp"
#include "sim/results/recovery.hpp"

#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace daruma::results {

/// What a process did as part of a recovery, or in a model's or a program's bracket around one.
struct Operation {
  Seconds begin{0};
  Seconds end{0};
  RecoveryPart part = RecoveryPart::other; ///< other: a bracket
  int process = -1;
  bool repairs = true; ///< rather than that work does the same: agreements and splits may be either
  std::string what{};  ///< of a reload: which version of whose state
};

struct Interval {
  Seconds begin{0};
  Seconds end{0};
};

/// Steps of the work, by their beginnings.
class Work {
public:
  void add(int process, const Interval& step);
  /// Steps may be asked about.
  void sort();
  bool is_shown() const { return !all_.empty(); }
  /// Whether somebody began a step at `begin` or later, and ended it by `end`.
  bool was_done(Seconds begin, Seconds end) const;
  /// Whether a step that the operation's process began at `since` or later contains it.
  bool contains(const Operation&, Seconds since) const;

private:
  std::vector<Interval> all_;
  std::vector<Seconds> earliest_end_; ///< of the steps from this one on
  std::map<int, std::vector<Interval>> of_process_;
};

struct RecoveryRows {
  std::vector<Seconds> deaths;
  std::set<int> dead;              ///< processes
  std::vector<Seconds> detections; ///< of the job's dead
  std::vector<Seconds> revokes;
  std::vector<Seconds> aborts;
  std::vector<Seconds> orders;
  std::vector<Seconds> starts;
  std::vector<Operation> operations; ///< by their beginnings; a relaunch among them
  Work work;
  std::map<std::string, std::vector<Seconds>> saved;      ///< when which version of whose state was
  Seconds last{-std::numeric_limits<double>::infinity()}; ///< of all that happened, but for the job's end
};

RecoveryRows rows_of(const std::string& job, const RowList<Event>&, const RowList<Span>&);

} // namespace daruma::results
