// The running state of a centre; centre.hpp says what it models. Its parts: simulation.cpp (the order of events, starts
// and ends), eligibility.cpp (who may run already, and who never will), steps.cpp (what a job does by itself while it
// runs), interruptions.cpp (what failures do), evolving.cpp (what evolving jobs do by themselves), resizing.cpp (what
// jobs do that the scheduler preempts or resizes), outside_decisions.cpp (what a scheduler outside decides).
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/centre_observer.hpp"
#include "sim/batch/checkpointed_run.hpp"
#include "sim/batch/dependencies.hpp"
#include "sim/batch/faults.hpp"
#include "sim/batch/file_system.hpp"
#include "sim/batch/nodes.hpp"
#include "sim/batch/outside_scheduler.hpp"
#include "sim/batch/pieces.hpp"
#include "sim/batch/scheduler.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace daruma::batch {

enum class Role {
  working,
  leaving, ///< writes a checkpoint and will wait again
  released ///< processors that a job has given, until its state has left them
};

enum class Cause { failure, urgent, resizing };

/// What a job does at a time.
enum class Step {
  recovery,      ///< waits, or loads or saves a state, before it works
  work,          ///< to the end of a piece
  work_a_period, ///< until a checkpoint is due
  checkpoint,    ///< on the file system
  exchange       ///< reads its input or writes output
};

struct Run {
  std::size_t job = 0; ///< whose it is
  Role role = Role::working;
  Step step = Step::recovery;
  CheckpointedRun course{};        ///< of the step, unless it transfers
  std::optional<Bytes> transfer{}; ///< that step's, for each process; none: nobody else has a part in it
  Seconds since{0};                ///< when it got these places
  Seconds pause{0};                ///< to come, before all else
  int copies = 0;                  ///< of its state that are then loaded from the file system, or saved there
  Seconds period{0};               ///< of work between checkpoints; 0: there are none
  Seconds since_checkpoint{0};     ///< work, when the step begins
  int processors = 0;
  double factor = 1;            ///< time that a second of the job's nominal run time takes here
  double slide = 1;             ///< part of that: longer ways because of replaced nodes
  double stretch = 1;           ///< part of that: longer exchanges because of where its nodes lie
  int replaced = 0;             ///< nodes of it
  Cause cause = Cause::failure; ///< of the pause, or of its leaving
  Places places{};
  Seconds end{0}; ///< of the step; `never` while it transfers
};

/// Who occupies which cores of a centre, and who of them ends next.
class Runs {
public:
  /// By number: of jobs, or one of its own for what was released.
  const std::map<std::size_t, Run>& all() const { return runs_; }
  const Run& operator[](std::size_t number) const { return runs_.at(number); }
  Seconds next_end() const { return ends_.empty() ? never : ends_.begin()->first; }
  std::size_t next() const { return ends_.begin()->second; }

  void add(std::size_t number, Run);
  Run remove(std::size_t number);

private:
  std::map<std::size_t, Run> runs_;
  std::set<std::pair<Seconds, std::size_t>> ends_;
};

class Simulation {
public:
  Simulation(const std::vector<Job>&, const Rules&, Faults, CentreObserver*, Supervisor*);
  History run();

private:
  /// What a checkpoint has of a job.
  struct Saved {
    Seconds left{0}; ///< of its nominal run time
    Seconds work{0}; ///< done, of one core
    std::size_t piece = 0;
  };
  /// The state of a job that has come and not ended.
  struct State {
    Seconds left{0};       ///< of its nominal run time
    std::size_t piece = 0; ///< in which it is
    Saved saved{};         ///< last
    Saved ordered{};       ///< when it was last told to write a checkpoint
    Seconds unsaved{0};    ///< work since the last checkpoint, of one core
    Seconds waits_since{0};
    Cause cause = Cause::failure; ///< of its last interruption
    std::size_t stage = 0;        ///< which of an evolving job's changes of size comes next
    Seconds changes_at{never};    ///< when that will be
    Seconds asked_at{never};      ///< when it asked for more than it has; never: it has all
  };

  // The life of jobs, in simulation.cpp.
  Seconds next_time() const;
  void advance(Seconds now);
  bool let_happen();
  CentreState state() const;
  CoresByPool pools_of(const Places&) const;
  void submit(std::size_t number);
  void enter_queue(std::size_t number, Seconds since);
  void skip_followers();
  void let_follow(std::size_t number);
  void finish(std::size_t number);
  void lose(std::size_t number, const std::string& reason);
  void lose_hopeless(std::size_t number);
  void lose_all_waiting();
  std::optional<results::Cut> heed_supervisor(Seconds next);
  void cut(results::Cut);
  void wait(std::size_t number);
  Run take_out(std::size_t number);
  Run planned(std::size_t number, int processors, int nodes, Run) const;
  void schedule();
  void carry_out(const Decision&);
  void start(std::size_t number, int processors, Places);
  void tell(const char* kind, std::size_t job, std::string text);
  double stretch_there(std::size_t number, const Places&);
  void note_start(const Run&);
  void note_free_nodes();

  // Who may run already, and who never will, in eligibility.cpp.
  bool admit();
  bool is_anyone_to_come() const;
  void hold_back(const NeverSatisfied&);
  std::string name_of(const Condition&) const;

  // What jobs do by themselves while they run, in steps.cpp.
  Pieces pieces_of(const Job&) const;
  void load_or_save(Run&) const;
  std::optional<Bytes> transfer_of(std::size_t number, Run&);
  void begin_step(std::size_t number, Run);
  void begin_work(std::size_t number, Run&);
  bool end_step(std::size_t number);
  bool end_steps();
  void reach(std::size_t number, Run&);
  void leave(std::size_t number);
  void settle(std::size_t number, const Run&);
  void settle_work(std::size_t number, const Run&);
  void settle_transfer(std::size_t number, const Run&);
  void settle_exchange(std::size_t number, const Run&, Bytes moved);

  // Failures of nodes and what jobs lose by them, in interruptions.cpp.
  Seconds& lost_to(Cause);
  static void keep_all(State&);
  void roll_back(std::size_t number, Resumption, Cause);
  void interrupt(std::size_t number, Resumption, Cause);
  Resumption resumption() const;
  void go_on(std::size_t number, Run, Cause);
  void go_on_resized(std::size_t number, Run, Cause);
  void fail_next();
  void fail(const Fault&);
  void hit(std::size_t number, int node, std::optional<int> replacement);
  void answer(std::size_t number, Run, int before, bool is_replaced);
  void repair_next();
  void change_windows();
  Seconds next_window_change(Seconds time) const;
  void count_energy(const CentreState&, Seconds time);

  // What a scheduler outside decides, in outside_decisions.cpp.
  void follow_outside();
  void carry_out(const OutsideScheduler::Decision&);
  void fail_to_start(std::size_t number);
  void end_by_order(const OutsideScheduler::Decision&);

  // Changes of the size of running jobs, in resizing.cpp.
  void preempt(std::size_t number);
  void end_early(std::size_t number, const Places&);
  void write_checkpoint(std::size_t number, Run);
  void shrink(std::size_t number, int keeps, Cause);
  void grow(std::size_t number, int processors, const CoresByPool& where);

  // What evolving jobs do by themselves, in evolving.cpp.
  void begin_evolution(std::size_t number);
  void expect_change(std::size_t number, const Run&);
  void forget_change(std::size_t number);
  void evolve_next();
  void note_growth(std::size_t number);

  const std::vector<Job>& jobs_;
  const Rules& rules_;
  Faults faults_;
  CentreObserver* observer_;   ///< none: nobody looks
  Supervisor* supervisor_;     ///< none: nobody cuts it
  std::optional<Pools> pools_; ///< none: there is but one
  std::optional<Quotas> quotas_{};
  std::optional<PowerCap> cap_{};
  Nodes nodes_;
  Scheduler scheduler_;
  FileSystem file_system_;
  Runs runs_;
  std::vector<State> states_;
  std::set<std::pair<Seconds, std::size_t>> changes_{}; ///< of evolving jobs, by when they come
  std::optional<Fault> fault_{};                        ///< the next
  std::set<std::pair<Seconds, int>> repairs_{};
  Seconds window_change_{never};    ///< when the next window begins or ends, or another power cap holds
  std::vector<Seconds> down_until_; ///< by node
  int gone_ = 0;                    ///< nodes that stay off
  Seconds now_{0};
  std::size_t next_ = 0;                                   ///< job to come that follows no other
  std::multimap<std::size_t, std::size_t> followers_{};    ///< by the job whose end they await
  std::set<std::pair<Seconds, std::size_t>> thought_of_{}; ///< jobs to come whose predecessor has ended
  std::optional<Dependencies> dependencies_{};             ///< none: nobody depends on anybody
  std::size_t open_;                                       ///< jobs that have not ended
  std::size_t released_;                                   ///< the next number for what jobs have given
  int vain_events_ = 0;                                    ///< failures and windows since somebody ran
  History history_;
};

} // namespace daruma::batch
