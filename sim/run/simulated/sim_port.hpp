// A model's door to the simulator.
#pragma once

#include "models/port/port.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/hosted_job.hpp"

#include <simgrid/s4u/Host.hpp>

namespace daruma::run {

class SimulatedDriver;

class SimPort final : public models::Port, private models::CheckpointStore, private models::CommandFile {
public:
  SimPort(SimulatedDriver& driver, HostedJob& job, int process) : driver_(driver), job_(job), process_(process) {
    job.checkpoints.admit(process);
  }

  Seconds now() const override;
  void compute(Flops work) override;
  void sleep(Seconds duration) override;
  void lend_core() override;
  void take_core_back() override;
  [[noreturn]] void die() override;
  [[noreturn]] void leave() override;
  int process_id() const override { return process_; }
  std::uint64_t seed() const override;
  models::NodeDemand node_demand() const override;
  std::optional<std::string> argument(std::string_view name) const override;
  models::RecoveryStyle recovery() const override { return job_.life.plan().recovery; }
  bool begins_anew() const override;
  std::byte* blank(Bytes size) override;
  int spares() const override { return job_.life.plan().spares; }
  const char* spawn_command() const override { return job_.life.plan().model.c_str(); }
  models::CheckpointStore& checkpoints() override { return *this; }
  models::CommandFile& commands() override { return *this; }
  std::unique_ptr<models::TreeSession> open_tree_session() override;
  void print(std::string_view line) override;
  void restarted(std::string_view how) override;
  void migrated(const std::vector<RankMove>&) override;
  void note(std::string_view kind, std::string_view text) override;
  void span(std::string_view kind, Seconds begin, std::string_view text) override;
  void metric(std::string_view name, double value) override;

private:
  JobController& controller() const;

  int every_loops() const override;
  void save(int owner, std::int64_t version, const std::vector<std::byte>& state, int partner) override;
  std::optional<models::Stored> load(int owner, std::int64_t at_most) override;
  std::optional<std::string> take() override;
  void answer(int ranks) override;

  simgrid::s4u::Host* node_of(int process) const;
  Seconds copy_time() const;
  /// Moves one checkpoint between the nodes of two processes; false if a node went off meanwhile.
  bool carry(int from, int to) const;
  bool fetch_from(int holder) const;

  SimulatedDriver& driver_;
  HostedJob& job_;
  int process_;
};

} // namespace daruma::run
