// The simulated world of one run: machine, runtime and jobs, and the scenario's events acting on them.
#pragma once

#include "models/port/program.hpp"
#include "platforms/build.hpp"
#include "sim/engine/chronicle.hpp"
#include "sim/engine/cores.hpp"
#include "sim/engine/hosted_job.hpp"
#include "sim/engine/loaded_nodes.hpp"
#include "sim/engine/simulate.hpp"
#include "sim/engine/store_hall.hpp"
#include "sim/mpi/runtime.hpp"
#include "sim/program/run.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::engine {

class Stage final : public mpi::Listener {
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
  records::Result strike();
  /// Why the run is not to be trusted; empty if it is.
  const std::string& breakdown() const { return breakdown_; }

  const scenario::Scenario& scenario() const { return scenario_; }
  const platforms::Platform& platform() const { return platform_; }
  Chronicle& chronicle() { return chronicle_; }
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

private:
  void raise_store(const TreeStore&);
  HostedJob& find(std::string_view name);
  bool is_over() const;

  /// What the job's processes run, by the scenario.
  std::function<void()> main_of(HostedJob&, const Models&);
  /// A process's run of a program of the user's.
  void perform(HostedJob&, const program::Image&, const std::vector<std::string>& words);
  const program::Image& image(const std::filesystem::path& file);

  void start(HostedJob&);
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
  void switch_off(int node);
  void close_at_horizon();

  const scenario::Scenario& scenario_;
  int replication_;
  platforms::Platform platform_;
  Cores cores_;
  std::optional<LoadedNodes> loaded_nodes_;
  Chronicle chronicle_;
  std::vector<std::unique_ptr<HostedJob>> jobs_;
  std::string breakdown_;
  bool stands_still_ = false;
  std::map<std::pair<std::string, int>, const void*> ended_at_; ///< places in programs, by job and process
  std::optional<program::Session> session_;                     ///< where jobs run programs of the user's
  std::map<std::filesystem::path, program::Image> images_;
  mpi::Runtime runtime_;
  std::optional<StoreHall> store_hall_;
};

} // namespace daruma::engine
