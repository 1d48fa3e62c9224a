// Runs jobs in the simulator: their processes are hosted by sim/mpi on a machine of SimGrid's, whose clock is theirs.
#pragma once

#include "sim/faults/breakage.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/call_moments.hpp"
#include "sim/run/simulated/debugger_stops.hpp"
#include "sim/run/simulated/hosted_job.hpp"
#include "sim/run/simulated/localisation_service.hpp"
#include "sim/run/simulated/managed_starts.hpp"
#include "sim/run/simulated/node_effects.hpp"
#include "sim/run/simulated/process_placement.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/run/simulated/user_programs.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daruma::run {

class SimulatedDriver final : public mpi::Listener, private Driver {
public:
  /// The SimGrid engine exists and has not run.
  SimulatedDriver(const scenario::Scenario&, const Models&, int replication);
  ~SimulatedDriver() override;

  /// Schedules the jobs, the events and the failures; afterwards the engine may run.
  void set();
  /// After set(): the supervisor, who outlives the run, watches it and may cut it.
  void obey(Supervisor&);
  /// From now on is asked what is to happen where processes come to moments in their calls of MPI.
  void heed(Intervention&);
  /// Whether the simulated clock has stopped although something is to come: times became so long beside what is due
  /// that no number tells them apart. Everything is in any state then, as after a crash.
  bool has_clock_stopped() const { return steps_at_once_ > most_steps_at_once; }
  /// Everybody is blocked for ever. SimGrid then ends all processes.
  void stand_still();
  /// After the run: who waited for whom, if it came to a standstill.
  void explain_standstill();
  /// What was recorded. After the run.
  results::Result result();
  /// Where programs stood, if the run was cut or came to no good end. After the run.
  std::vector<results::Stack> stacks() const;
  /// The simulator crashed because of `what`: nothing goes on, and what was recorded until then is the result. Nobody
  /// may destroy the driver then.
  void crashed(const std::string& what);
  /// What they print goes where it went before the run. Also after a crash in the destructor.
  void give_up_programs();

  JobController& controller() { return controller_; }
  SimulatedMachine& machine() { return machine_; }
  /// Null where nobody asks which part broke.
  LocalisationService* localisation() { return localisation_ ? &*localisation_ : nullptr; }

  /// The calling process computes, waits or reads and writes, outside of MPI.
  void works();
  void lend_core(JobLife&, int process);
  void take_core_back(JobLife&, int process);

private:
  // What sim/mpi tells of processes: mpi::Listener.
  void died(mpi::ProcessName, std::string_view cause) override;
  void detected(mpi::ProcessName dead, mpi::ProcessName by) override;
  void revoked(mpi::ProcessName by) override;
  void operated(mpi::ProcessName, std::string_view operation, Seconds begin, std::string_view outcome) override;
  void rolled_back(mpi::ProcessName) override;
  void returned(mpi::ProcessName) override;
  void aborted(mpi::ProcessName by, std::string_view reason) override;
  std::string whereabouts(mpi::ProcessName) override;
  std::string source_line(const void* after_call) override;
  void misused(mpi::ProcessName by, std::string_view what) override;
  void warned(mpi::ProcessName, std::string_view what) override;
  std::string call_failed(mpi::ProcessName by) override;

  // What the controller asks for: Driver.
  Seconds now() const override;
  void at(Seconds when, std::function<void()> action) override;
  void submit(JobLife& job) override { starts_.submit(job); }
  void submit_again(JobLife&, Sequel) override;
  void job_ended(const JobLife& job) override { starts_.ended(job); }
  void deliver(JobLife& job, const std::string& order) override { hosted(job).orders.push_back(order); }
  std::vector<int> living(const JobLife& job) const override { return runtime_.living(job.name()); }
  void kill(JobLife& job, int process, const std::string& cause) override;
  void kill_all(JobLife& job, const std::string& cause) override { runtime_.abort(job.name(), cause); }
  void switch_off(int node) override;
  void node_given_up() override { starts_.reconsider(); }
  void slow_process(JobLife& job, int process, double factor) override { effects_.slow_process(job, process, factor); }
  void slow_node(int node, double factor) override { effects_.slow_node(node, factor); }
  void slow_link(const std::string& link, double factor) override { effects_.slow_link(link, factor); }
  void hang(int node) override { effects_.hang(node); }
  void answer(int node) override;
  void begin(const scenario::Partition& partition) override { effects_.begin(partition); }
  void end(const scenario::Partition& partition) override { effects_.end(partition); }
  void flip_message(JobLife&, int process, int nth, const ChooseBit&) override;
  void delay_message(JobLife&, int process, int nth, Seconds duration) override;
  void delay_news(JobLife&, int process, Seconds duration) override;
  bool flip_array(JobLife&, int process, const std::string& array, const ChooseBit&) override;
  void deny_memory(JobLife&, int process, int nth, const std::function<void(const std::string&)>& told) override;
  void forget(JobLife&, int process) override;
  void last_one_gone(JobLife&) override;

  HostedJob& hosted(const JobLife& job) { return jobs_[job.index()]; }
  /// What the job's processes run, by the scenario.
  std::function<void()> main_of(JobLife&, const Models&);
  void plan_breaks();
  void start(JobLife&);
  mpi::Launch spawn(HostedJob&, const mpi::Command&);
  /// On `among`, or anywhere if that is empty.
  mpi::Launch launch(HostedJob&, int count, const std::function<void()>& main, const std::vector<int>& among = {});
  void run_process(HostedJob&, int process, const std::function<void()>& main);
  void step();
  void watch_clock();
  void cut(const std::string& by);
  void broke(const JobLife&, int process, Breakdown, const std::string& what);

  std::optional<faults::Breakage> breakage_; ///< where components break, or are asked about
  SimulatedMachine machine_;
  JobController controller_;
  ProcessPlacement placement_;
  ManagedStarts starts_;
  std::optional<UserPrograms> programs_; ///< where jobs run programs of the user's
  std::vector<HostedJob> jobs_;          ///< by index
  mpi::Runtime runtime_;
  NodeEffects effects_;
  std::optional<LocalisationService> localisation_;
  std::optional<DebuggerStops> debugger_stops_; ///< where a debugger is shown a process
  std::optional<EventsDuringCalls> events_during_calls_;
  std::optional<CallMoments> moments_; ///< where anybody wants something to happen at some
  bool stands_still_ = false;
  Supervisor* supervisor_ = nullptr; ///< none: nobody watches

  static constexpr int most_steps_at_once = 2'000'000;
  Seconds last_step_{-1};
  std::uint64_t done_by_then_ = 0; ///< messages and records
  int steps_at_once_ = 0;          ///< of the clock, since when neither time has gone on nor anything was done
};

} // namespace daruma::run
