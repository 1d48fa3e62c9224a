// Tries the cases of a scenario, those that show something new first, on all cores.
//
// First comes a run without faults, which says where there are moments to die at, and a second one that has to be the
// same. The cases of one fault follow; of their runs it is known where the survivors came to afterwards, in their
// recovery above all, which is where second faults come from, and so on. What a case does depends on nothing else, so
// outcomes are the same for any number of workers; which cases are tried depends on the limits alone, but for that of
// time.
#pragma once

#include "sim/core/threads.hpp"
#include "sim/explore/exploration_file.hpp"
#include "sim/explore/plan.hpp"
#include "sim/explore/trials.hpp"
#include "sim/study/child_processes.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::explore {

struct Order {
  int faults = 1; ///< in a case, at most
  /// Whether in each case one message or one process's news may be late besides, of which `victims` has both.
  bool tries_orders = false;
  int most_faults() const { return faults + (tries_orders ? 1 : 0); }
  std::vector<Victim> victims{Victim::process};
  Choice choice{};
  std::size_t cases = 10000;
  Seconds time = never;   ///< of this computer's clock, after which no more cases are begun
  bool is_sample = false; ///< cases are drawn, not chosen by what they show
  std::uint64_t seed = 1; ///< of the draw
  int workers = 0;
};

struct Tried {
  Candidate candidate;
  std::optional<Outcome> outcome{}; ///< nothing: there was no time for it
};

class Exploration {
public:
  /// Outcomes that the file has are taken from there. Counts cases in `progress`, and ends when that says so,
  /// with the outcomes that there are.
  Exploration(const Bench& bench, const Order& order, ExplorationFile& file, Progress& progress,
              MakeTrials make_trials);

  /// Goes on for about so long; whether it has come to its end. Throws study::WorkerError and study::SlurmError.
  bool is_done_within(Seconds time);
  /// What is in the way while nothing goes on; empty if it does.
  std::string obstacle() const { return trials_ ? trials_->obstacle() : ""; }
  /// How many cases there will be, as far as it is known.
  double expected() const { return static_cast<double>(tried_.size()); }

  /// What it is held against; its `problem` says why there can be no cases. Nothing if it was ended before.
  const std::optional<Recorded>& recorded() const { return recorded_; }
  /// In the order of the plan.
  const std::vector<Tried>& tried() const { return tried_; }
  /// Of so many cases that there would be, these were planned.
  std::size_t possible() const { return possible_; }

private:
  void start_recording(std::size_t number);
  void read_recordings();
  void plan_next_round();
  bool is_wanted(const Candidate&) const;
  Recorder::Keeps keeps() const;
  void plan(std::vector<Candidate> all);
  void make_trunks(const std::vector<std::size_t>& numbers);
  void take_recording(const study::ChildProcesses::News&);
  void take(const std::vector<Outcome>&);
  bool is_out_of_time() const;

  Bench bench_;
  const Order order_;
  ExplorationFile& file_;
  Progress& progress_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  study::ChildProcesses recorders_;
  const MakeTrials make_trials_;
  std::unique_ptr<Trials> trials_;                     ///< null until there is a recording
  std::array<std::vector<std::string>, 2> recordings_; ///< lines
  std::size_t recordings_started_ = 0;
  std::optional<Recorded> recorded_;
  std::deque<Trunk> waiting_;
  std::vector<Tried> tried_;
  std::size_t round_begin_ = 0; ///< the first of the round's cases in tried_
  std::size_t possible_ = 0;
  int round_ = 0; ///< faults in its cases
  bool is_over_ = false;
};

/// The limits of cases, by what the run without faults took.
Limits limits_of(const Recorded&, const scenario::Scenario&);

} // namespace daruma::explore
