// The Port on a real MPI. What belongs to a run lies in the directory that DARUMA_RUN names:
//
//   job           lines name=value: model, recovery, spares, seed, checkpoint_every, checkpoint_size, checkpoint_to,
//                 core_speed
//   arguments     lines name=value: the program's own
//   commands      lines appended by whoever steers the job; `commands.read` counts the bytes taken so far
//   answer        the number of ranks after the last command
//   checkpoints/  a folder per holder (file_checkpoints.hpp)
//   processes     how many processes have been numbered
//   log.N         what process N wrote down (run_log.hpp)
//
// The directory has to be on a file system that all nodes share, and holds one run. Work is stood in
// for by a pause of the time it would take at core_speed, so that more ranks than cores can be tried.
#pragma once

#include "models/port/files/file_checkpoints.hpp"
#include "models/port/files/run_files.hpp"
#include "models/port/files/run_log.hpp"
#include "models/port/port.hpp"
#include "sim/core/wall_clock.hpp"

#include <fstream>

namespace daruma::models {

class RealPort final : public Port, private CheckpointStore, private CommandFile {
public:
  explicit RealPort(std::filesystem::path run);

  /// MPI is up: this process is number `number` of the job, and from now on it keeps a log.
  void join(const Began& launch, int number);
  /// Numbers for `count` processes that are started together.
  int take_numbers(int count) const { return models::take_numbers(run_ / "processes", count); }
  void write(const LogEntry&);

  Seconds now() const override { return clock_.now(); }
  Seconds stopwatch() const override { return WallClock::steady(); }
  void compute(Flops work) override { sleep(work / core_speed_); }
  void sleep(Seconds duration) override;
  void copy(Bytes size) override;
  /// Nobody but a failure ends a job for real.
  bool begins_anew() const override { return recovery() == RecoveryStyle::rerun; }
  std::byte* blank(Bytes size) override;
  /// Who does not compute is in nobody's way: the operating system sees to it.
  void lend_core() override {}
  void take_core_back() override {}
  [[noreturn]] void die() override;
  [[noreturn]] void leave() override;
  void restartable(const std::function<void(int restarts)>& work) override;
  int process_id() const override { return process_id_; }
  std::uint64_t seed() const override { return static_cast<std::uint64_t>(number(job_, "seed", 1)); }
  NodeDemand node_demand() const override;
  std::optional<std::string> argument(std::string_view name) const override;
  RecoveryStyle recovery() const override { return recovery_; }
  int spares() const override { return static_cast<int>(number(job_, "spares", 0)); }
  const char* spawn_command() const override { return executable_.c_str(); }
  CheckpointStore& checkpoints() override { return *this; }
  CommandFile& commands() override { return *this; }
  std::unique_ptr<TreeSession> open_tree_session() override { return open_tree_ ? open_tree_() : nullptr; }
  /// What opens sessions; there is no tree store before.
  void connect_tree(std::function<std::unique_ptr<TreeSession>()> open) { open_tree_ = std::move(open); }
  void print(std::string_view line) override;
  void restarted(std::string_view how) override;
  void migrated(const std::vector<RankMove>&) override;
  void note(std::string_view kind, std::string_view text) override;
  void phase_begun(std::string_view name) override;
  void phase_ended() override;
  void span(std::string_view kind, Seconds begin, std::string_view text) override;
  void metric(std::string_view name, double value) override;

private:
  /// Each copy of it is a file of at least that size.
  FileCheckpoints files(Bytes size = Bytes(0)) const { return {run_ / "checkpoints", size}; }
  int every_loops() const override { return static_cast<int>(number(job_, "checkpoint_every", 0)); }
  std::optional<CheckpointTerms> terms() const override;
  bool keep(int owner, std::int64_t version, const std::vector<std::byte>& state, const CheckpointTerms& terms,
            int partner) override;
  std::optional<std::int64_t> newest(int owner, std::int64_t at_most) const override;
  std::optional<Stored> load(int owner, std::int64_t at_most) override;
  std::optional<std::string> take() override;
  void answer(int ranks) override;

  std::filesystem::path run_;
  Settings job_;
  Settings arguments_;
  RecoveryStyle recovery_;
  FlopsPerSecond core_speed_;
  int process_id_ = 0;
  std::string executable_;
  std::ofstream log_;
  std::string held_; ///< what was to be written before there was a log
  std::function<std::unique_ptr<TreeSession>()> open_tree_;
  WallClock clock_;
  std::vector<std::unique_ptr<std::byte[]>> blank_;
  std::vector<std::byte> copied_;
};

/// The port of the calling process.
RealPort& real_port();

} // namespace daruma::models
