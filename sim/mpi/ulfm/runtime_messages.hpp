// The runtime's own messages, on the simulated network beside the application's.
//
// A message takes the overhead of sending at the sender, travels as bytes do, and takes the overhead of receiving at
// the receiver. Overheads are processor time: a process handles one message at a time, and the processes of a node
// share its cores, first come first served. The application's own computing does not delay them. Who has
// ended in order still sends and answers what is left to it, as MPI_Finalize would before it returns.
#pragma once

#include "sim/core/runtime_profile.hpp"
#include "sim/mpi/process/process.hpp"
#include "sim/simgrid/timer.hpp"

#include <functional>
#include <list>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace daruma::mpi {

class RawTransfers;

constexpr Bytes message_size{64}; ///< a flag, a few numbers and an envelope

class RuntimeMessages {
public:
  /// Told, exactly once, whether the receiver has handled it.
  using Ended = std::function<void(bool has_arrived)>;

  RuntimeMessages(const Overheads& overheads, RawTransfers& raw_transfers)
      : overheads_(overheads), raw_transfers_(raw_transfers) {}

  /// `departed` is called when the sender is free again, unless it is dead then. Kernel context.
  void send(Process& from, Process& to, Ended ended, std::function<void()> departed = nullptr);
  /// When the process will have done so much more.
  Seconds occupy(const Process& process, Seconds work);
  /// When a core of the node will have done so much more, not beginning before `earliest`.
  Seconds occupy(const simgrid::s4u::Host& node, Seconds earliest, Seconds work);
  const Overheads& overheads() const { return overheads_; }

private:
  using FreeCores = std::priority_queue<Seconds, std::vector<Seconds>, std::greater<>>;
  struct Message {
    Process* from;
    Process* to;
    Ended ended;
    std::function<void()> departed;
  };
  using Place = std::list<Message>::iterator;
  void depart(Place message);
  void arrive(Place message);
  void end(Place message, bool has_arrived);

  const Overheads overheads_;
  RawTransfers& raw_transfers_;
  std::unordered_map<const simgrid::s4u::Host*, FreeCores> free_; ///< from when on each core is; looked up only
  std::vector<Seconds> busy_until_;                               ///< by process
  std::list<Message> under_way_;
};

/// Calls `action` then, in kernel context; at once if that is now.
template <class Action> void act_at(Seconds when, Action&& action) {
  if (when > now())
    simgrid_api::at(when, std::forward<Action>(action));
  else
    action();
}

} // namespace daruma::mpi
