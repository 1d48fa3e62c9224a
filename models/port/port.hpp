// The only door between a model and its world.
//
// A model is plain MPI code. Everything else it needs from where it runs - time, computation,
// checkpoints, the command file, notes for the trace - comes through a Port: one implementation
// for the simulator (sim/run/simulated), one for a real MPI. A model holds no mutable globals; what has
// to outlive a function is kept in the port's slot.
#pragma once

#include "models/port/files/stored.hpp"
#include "models/port/tree_store.hpp"
#include "sim/core/checkpoint_cost.hpp"
#include "sim/core/rank_move.hpp"
#include "sim/core/recovery_style.hpp"
#include "sim/core/units.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models {

/// Where a checkpoint goes, and as how many bytes that is charged.
struct CheckpointTerms {
  CheckpointPlace place = CheckpointPlace::file_system;
  Bytes size{0};
};

/// Where checkpoints go and what they cost.
/// Keyed by the owner's logical rank; the last two versions of each owner are kept, and saving a version forgets
/// what was saved as that or a later one. Whether a copy survives depends on the place: local memory dies with its
/// process, partner memory with both, the file system never.
class CheckpointStore {
public:
  virtual ~CheckpointStore() = default;
  /// Loops between checkpoints; 0: the scenario asked for none.
  virtual int every_loops() const = 0;
  /// What the scenario's "checkpoint" says; nothing if the job has none.
  virtual std::optional<CheckpointTerms> terms() const = 0;
  /// Saves `state` as version `version` of `owner`, with a copy at process `partner`'s where the place is
  /// partner memory (`partner` is that process's world-independent id, see Port::process_id). Takes time. False if the
  /// partner is gone as far as is known, and has no copy.
  virtual bool keep(int owner, std::int64_t version, const std::vector<std::byte>& state, const CheckpointTerms& terms,
                    int partner) = 0;
  /// The newest version of `owner` not above `at_most` that still exists somewhere, and takes no time.
  virtual std::optional<std::int64_t> newest(int owner, std::int64_t at_most) const = 0;
  /// Reads that version. Takes the time of it.
  virtual std::optional<Stored> load(int owner, std::int64_t at_most) = 0;

  /// Keeps the state of a job that has a "checkpoint" as that says.
  void save(int owner, std::int64_t version, const std::vector<std::byte>& state, int partner) {
    keep(owner, version, state, *terms(), partner);
  }
};

/// The file through which orders reach a running job and answers go back (DyProReconf section 6.1).
class CommandFile {
public:
  virtual ~CommandFile() = default;
  /// The oldest unread line, removed; nothing if there is none.
  virtual std::optional<std::string> take() = 0;
  /// Writes the answer of the last command: the number of ranks after it.
  virtual void answer(int ranks) = 0;
};

using daruma::RecoveryStyle;

/// Who else wants to compute where a process is.
struct NodeDemand {
  int others = 0; ///< processes of other jobs, other users' included, that want a processor
  int processors = 1;
};

class Port {
public:
  virtual ~Port() = default;

  virtual Seconds now() const = 0;
  /// Time since some instant of this computer's, for what takes nanoseconds: `now` may have longer steps.
  virtual Seconds stopwatch() const = 0;
  virtual void compute(Flops work) = 0;
  virtual void sleep(Seconds duration) = 0;
  /// So many bytes from one place of this process's memory to another.
  virtual void copy(Bytes size) = 0;
  /// The process will not compute until it takes its core back: others may have it meanwhile.
  virtual void lend_core() = 0;
  /// Nothing if it has not lent it.
  virtual void take_core_back() = 0;
  /// Ends this process as SIGKILL would.
  [[noreturn]] virtual void die() = 0;
  /// Ends this process in order, as exit(0) would; it has called MPI_Finalize.
  [[noreturn]] virtual void leave() = 0;

  /// In-process global restart (Reinit): upon a death the launcher lets all processes begin their program anew in
  /// place, in a new MPI_COMM_WORLD with the same ranks, until `work` has returned in all; then this returns.
  /// `restarts`: how often it has. Ends the job where there is no such launcher.
  virtual void restartable(const std::function<void(int restarts)>& work) = 0;

  /// Number of this process in its job, never reused: world rank for the first processes, then those spawned.
  virtual int process_id() const = 0;
  virtual std::uint64_t seed() const = 0;
  /// How many cores of its node are this process's part: those of the node, divided among the processes there.
  virtual int own_cores() const { return 1; }
  /// How many processes of others want a processor of this process's node, as far as its system knows.
  virtual NodeDemand node_demand() const = 0;

  virtual std::optional<std::string> argument(std::string_view name) const = 0;
  /// How the job recovers, which the scenario's "recovery" says.
  virtual RecoveryStyle recovery() const = 0;
  /// Whether the job was begun before, and has to begin anew: what it saved where it outlives the job is there.
  virtual bool begins_anew() const = 0;
  /// Processes at the end of MPI_COMM_WORLD that idle until needed (recovery style spare).
  virtual int spares() const = 0;
  /// What to pass to MPI_Comm_spawn to start more processes of this very job.
  virtual const char* spawn_command() const = 0;

  virtual CheckpointStore& checkpoints() = 0;
  virtual CommandFile& commands() = 0;
  /// A new session of the store that the scenario has beside the jobs; null if it has none.
  virtual std::unique_ptr<TreeSession> open_tree_session() = 0;

  /// Where a message's bytes come from or go to if nobody looks at them. Not to be read or written, and there until the
  /// process ends; simulated, such messages copy nothing.
  virtual std::byte* blank(Bytes size) = 0;

  /// One line of the program's own output.
  virtual void print(std::string_view line) = 0;
  /// The job goes on after a failure, or with another number of ranks; told once for all of its processes. `how` is for
  /// people, as "32->16".
  virtual void restarted(std::string_view how) = 0;
  /// These ranks go on in other processes; told once for all of them.
  virtual void migrated(const std::vector<RankMove>&) = 0;
  /// An instant for the trace and the time line, for people alone: nothing follows from it.
  virtual void note(std::string_view kind, std::string_view text) = 0;
  /// A phase of a user's program begins; it ends before those that began earlier.
  virtual void phase_begun(std::string_view name) = 0;
  virtual void phase_ended() = 0;
  /// A span of this process from `begin` to now for the trace, for people alone.
  virtual void span(std::string_view kind, Seconds begin, std::string_view text) = 0;

  /// A number of the job's result: "<job>.<name>"; the last write of the lowest rank that reports it counts.
  virtual void metric(std::string_view name, double value) = 0;

  /// What all processes of the job work out alike from what they know alike, as `key` says; `make()` returns it. Nobody
  /// changes it. Where processes share memory, as simulated ones do, they hold it once.
  template <class T, class Make> std::shared_ptr<const T> alike(const std::string& key, Make&& make) {
    return std::static_pointer_cast<const T>(
        made_by_any(key, [&make]() -> std::shared_ptr<const void> { return std::make_shared<const T>(make()); }));
  }

  /// One object per process, for libraries that offer a C interface without globals. Made on first use.
  template <class T> T& slot() {
    if (!slot_) slot_ = std::make_shared<T>();
    return *static_cast<T*>(slot_.get());
  }

protected:
  using MakeAlike = std::function<std::shared_ptr<const void>()>;
  virtual std::shared_ptr<const void> made_by_any(const std::string& key, const MakeAlike& make) {
    static_cast<void>(key);
    return make();
  }

private:
  std::shared_ptr<void> slot_;
};

/// The calling process's port. Set by whoever hosts the model before its entry function runs.
Port& port();

/// A model's entry function: the program's main, with the port in place. Returns when the process is done.
using Entry = void (*)();

} // namespace daruma::models
