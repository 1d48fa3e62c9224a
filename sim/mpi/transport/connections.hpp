// Setting up a connection before the first message between two processes.
//
// The processes a job starts with are wired up by its launcher. A pair with a process that was
// spawned later connects when it first has something to send; each node's server does that for one
// pair after the other, so that a burst of first messages queues.
#pragma once

#include "sim/core/units.hpp"

#include <unordered_map>

namespace simgrid::s4u {
class Host;
}

namespace daruma::mpi {

struct Process;

class Connections {
public:
  /// When a message from one to the other can leave, having been posted at `posted`.
  Seconds ready(const Process& from, const Process& to, Seconds posted);

private:
  struct PairHash {
    std::size_t operator()(const std::pair<const Process*, const Process*>& pair) const;
  };
  std::unordered_map<std::pair<const Process*, const Process*>, Seconds, PairHash> ready_;
  std::unordered_map<const simgrid::s4u::Host*, Seconds> server_free_;
};

} // namespace daruma::mpi
