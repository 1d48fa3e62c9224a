// The simulated world of one run: machine, runtime and jobs, and the scenario's events acting on them.
#pragma once

#include "models/port/program.hpp"
#include "platforms/build.hpp"
#include "sim/hosting/run.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/cores.hpp"
#include "sim/run/simulated/breakage.hpp"
#include "sim/run/simulated/event_log.hpp"
#include "sim/run/simulated/hosted_job.hpp"
#include "sim/run/simulated/loaded_nodes.hpp"
#include "sim/run/simulated/localiser.hpp"
#include "sim/run/simulated/manager.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/run/simulated/store_hall.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::run {

/// What localisation did for a job.
struct Localised {
  int verdicts = 0;
  int naming = 0; ///< of them
  int queries = 0;
};

/// What a job asked about a node, and was told.
struct Inquiry {
  Seconds asked;
  std::string told; ///< empty: not yet
};

class Stage final : public mpi::Listener, private Hands {
public:
  /// The SimGrid engine exists and has not run.
  Stage(const scenario::Scenario&, const Models&, int replication);

  /// Schedules the jobs, the events and the failures; afterwards the engine may run.
  void set();
  /// Everybody is blocked for ever. SimGrid then ends all processes.
  void stand_still() { stands_still_ = true; }
  /// After the run: who waited for whom, if it came to a standstill.
  void explain_standstill();
  /// What was recorded. After the run.
  results::Result strike();
  /// Why the run is not to be trusted; empty if it is.
  const std::string& breakdown() const { return breakdown_; }

  const scenario::Scenario& scenario() const { return scenario_; }
  const platforms::Platform& platform() const { return platform_; }
  EventLog& event_log() { return event_log_; }
  int replication() const { return replication_; }
  /// Null where nobody but the jobs is on the nodes.
  LoadedNodes* loaded_nodes() { return loaded_nodes_ ? &*loaded_nodes_ : nullptr; }
  /// Null where the scenario has no tree store.
  StoreHall* store_hall() { return store_hall_ ? &*store_hall_ : nullptr; }
  /// A model told that its job was restarted.
  void restarted(HostedJob&);
  /// A model's program ended with an exception: nothing after that means anything.
  void broke(const HostedJob&, int process, const std::string& what);

  void died(mpi::ProcessName, std::string_view cause) override;
  void detected(mpi::ProcessName dead, mpi::ProcessName by) override;
  void revoked(mpi::ProcessName by) override;
  void operated(mpi::ProcessName, std::string_view operation, Seconds begin, std::string_view outcome) override;
  void returned(mpi::ProcessName) override;
  void aborted(mpi::ProcessName by, std::string_view reason) override;
  std::string whereabouts(mpi::ProcessName) override;
  void misused(mpi::ProcessName by, std::string_view what) override;
  std::string call_failed(mpi::ProcessName by, const std::vector<int>& dead) override;

  void lend_core(HostedJob&, int process);
  void take_core_back(HostedJob&, int process);

  /// A process had `work` computed, since `begin`. It may find that its node is slow, and asks why.
  void computed(const HostedJob&, int process, Seconds begin, Flops work);
  /// How many times as long as it should computing takes on the node, as far as it is known.
  double slowness(int node) const;

private:
  void raise_store(const TreeStore&);
  HostedJob& find(std::string_view name);
  bool is_over() const;

  /// What the job's processes run, by the scenario.
  std::function<void()> main_of(HostedJob&, const Models&);
  /// A process's run of a program of the user's.
  void perform(HostedJob&, const hosting::Image&, const std::vector<std::string>& words);
  const hosting::Image& image(const std::filesystem::path& file);

  /// Its time has come: it starts, or waits until it may.
  void arrive(HostedJob&);
  void start(HostedJob&);
  /// Something has changed: the manager decides anew, once for all that changes at this instant.
  void reconsider();
  void carry_out(const Manager::Move&);
  void evict(HostedJob&, const std::string& whom);
  /// Of the job that has ended: how it stands to its deadline.
  void judge(const HostedJob&);
  mpi::Launch launch(HostedJob&, int count, const std::function<void()>& main);
  mpi::Launch spawn(HostedJob&, const mpi::Command&);
  void run(HostedJob&, int process, const std::function<void()>& main);
  void release(HostedJob&, int process);
  void end(HostedJob&);
  void rerun(HostedJob&);

  void schedule(const scenario::Event&, Seconds when);
  void happen(const scenario::Event&);
  void act(const scenario::KillRanks&, std::size_t event);
  void act(const scenario::KillRandom&, std::size_t event);
  void act(const scenario::NodeOff&, std::size_t event);
  void act(const scenario::Resize&, std::size_t event);
  void act(const scenario::Command&, std::size_t event);
  void kill_rank(HostedJob&, int rank);
  void order(HostedJob&, const std::string& line);
  void act(const scenario::BreakComponent&, std::size_t event);
  void switch_off(int node);

  double times_longer(int node, Seconds taken, Flops work) const;
  void write_down(const HostedJob&, int process, Seconds begin, const Verdict&);
  void take_recourse(HostedJob&, int process, int dead_on, const Verdict&);
  /// A failed call of that process asks why one on the node died.
  void investigate(HostedJob&, int process, int node);

  void tell(const std::string& kind, const std::string& text) override;
  void slow_down(int node, double fraction) override;
  void end_processes(int node, const std::string& why) override;
  void lose_node(int node, const std::string& kind, const std::string& why) override;
  bool is_lost(int node) const override;

  void close_at_horizon();

  const scenario::Scenario& scenario_;
  int replication_;
  std::optional<Breakage> breakage_; ///< where components break, or are asked about
  std::optional<Localiser> localiser_;
  std::map<std::pair<std::string, int>, Inquiry> inquiries_; ///< by job and node
  std::map<std::string, Localised> localised_;               ///< by job
  std::map<int, double> slow_nodes_;                         ///< found to be, and how many times slower
  platforms::Platform platform_;
  Cores cores_;
  std::optional<LoadedNodes> loaded_nodes_;
  EventLog event_log_;
  std::vector<std::unique_ptr<HostedJob>> jobs_;
  std::optional<Manager> manager_;
  bool decides_ = false; ///< it is to decide at this instant
  std::string breakdown_;
  bool stands_still_ = false;
  std::map<std::pair<std::string, int>, const void*> ended_at_; ///< places in programs, by job and process
  std::optional<hosting::Session> session_;                     ///< where jobs run programs of the user's
  std::map<std::filesystem::path, hosting::Image> images_;
  mpi::Runtime runtime_;
  std::optional<StoreHall> store_hall_;
};

} // namespace daruma::run
