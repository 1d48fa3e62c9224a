// The running state of a centre; centre.hpp says what it models. Its parts: simulation.cpp (the order of events, starts
// and ends), interruptions.cpp (what failures do), room.cpp (what urgent jobs do, and what is given back).
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/runs.hpp"

#include <optional>
#include <set>

namespace daruma::batch {

class Simulation {
public:
  Simulation(const std::vector<Job>&, const Rules&, std::unique_ptr<Faults>);
  History run();

private:
  /// Of a job that has come and not ended.
  struct State {
    Seconds left{0};       ///< of its nominal run time
    Seconds limit_left{0}; ///< of what the scheduler gave it for all its processors
    Seconds saved_left{0}; ///< as the last checkpoint has it
    Seconds unsaved{0};    ///< work since then, of one core
    Seconds kept{0};       ///< work that the checkpoint has
    Seconds waits_since{0};
    Cause cause = Cause::failure; ///< of its last interruption
  };

  // simulation.cpp
  Seconds next_time() const;
  void advance(Seconds now);
  void submit();
  void end_next();
  void finish(std::size_t number);
  void lose(std::size_t number, const std::string& reason);
  void lose_all_waiting();
  void wait(std::size_t number);
  Run planned(std::size_t number, int processors, int nodes, Run) const;
  void start_all();
  void start_head();
  bool start_moulded();
  void start(std::size_t number, int processors);
  void remove(const std::vector<std::size_t>& places);
  int usable() const;
  bool is_urgent_waiting() const { return !waiting_.empty() && jobs_[waiting_.front().job].is_urgent; }
  void tell(const char* kind, std::size_t job, std::string text);

  // interruptions.cpp
  void settle(std::size_t number, const Run&);
  void roll_back(std::size_t number, Resumption, Cause);
  void interrupt(std::size_t number, Resumption, Cause);
  Resumption resumption() const;
  void go_on(std::size_t number, Run, Seconds pause, Cause);
  void go_on_resized(std::size_t number, Run, Seconds pause, Cause);
  void fail_next();
  void fail(const Fault&);
  void hit(std::size_t number, int node, std::optional<int> replacement);
  void answer(std::size_t number, Run, int before, bool is_replaced);
  void repair_next();

  // room.cpp
  void make_room();
  std::vector<Tenant> tenants() const;
  void end_early(std::size_t number);
  void preempt(std::size_t number);
  void shrink(std::size_t number, int processors);
  void give_back();
  void grow(std::size_t number, int processors);

  const std::vector<Job>& jobs_;
  const Rules& rules_;
  std::unique_ptr<Faults> faults_;
  Nodes nodes_;
  Runs runs_;
  std::vector<State> states_;
  std::vector<WaitingJob> waiting_{}; ///< urgent ones first, then in the order in which they came
  std::set<std::size_t> shrunk_{};    ///< malleable jobs that run on less than they asked for
  std::optional<Fault> fault_{};      ///< the next
  std::set<std::pair<Seconds, int>> repairs_{};
  std::vector<Seconds> down_until_;
  Seconds now_{0};
  std::size_t next_ = 0;  ///< job to come
  std::size_t open_;      ///< jobs that have not ended
  std::size_t released_;  ///< the next number for what jobs have given
  int vain_failures_ = 0; ///< since somebody ran
  History history_;
};

} // namespace daruma::batch
