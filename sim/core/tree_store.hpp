// A replicated store of small nodes, as ZooKeeper is one: where its servers are and what they take for their work.
//
// Vocabulary shared by the scenario layer, which reads it, and by the simulated store, which obeys it.
#pragma once

#include "sim/core/units.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace daruma {

/// A server's process dies.
struct ServerDeath {
  Seconds at;
  int server;
};

/// What an answer holds: bytes of data and names, and how many names these are.
struct Found {
  Bytes size{0};
  std::size_t names = 0;
};

struct TreeStore {
  std::vector<int> nodes;            ///< of the machine: server i is on nodes[i]
  Seconds per_request{60e-6};        ///< of a server's time, for whatever it answers or tells a client
  Seconds per_transaction{60e-6};    ///< of each server's time, for a write
  BytesPerSecond marshalling{200e6}; ///< of the data and names in an answer
  Seconds per_name{0};               ///< of a server's time, for each name in a list besides its bytes
  Seconds log_force{1e-3};           ///< until what has been written to the log is on the disk
  Seconds client_per_request{0};     ///< of a client's time, for whatever it is answered or told
  BytesPerSecond client_unmarshalling{std::numeric_limits<double>::infinity()}; ///< of the data and names in an answer
  Seconds client_per_name{0};      ///< of a client's time, for each name in a list besides its bytes
  bool writes_block_reads = false; ///< of all clients of a server, from a client's write until it is committed
  Seconds after_rest{0}; ///< what a server or client takes longer for its first piece of work after a long rest
  Seconds cooling{8e-3}; ///< a rest of this length makes that 1 - 1/e of it: caches and threads cool exponentially
  int processors = 0;    ///< what the servers and clients of one node share; 0: one for each of them
  Seconds tick{2};       ///< sessions end at whole ticks
  int sync_limit = 5;    ///< ticks after which a server that has fallen silent is given up
  Seconds election{0.2}; ///< from the loss of a leader to the next
  Seconds session_timeout{10};
  std::vector<ServerDeath> deaths{};

  /// What a piece of work takes a server or client that has rested for so long. What takes no time keeps its turn only.
  Seconds time_of(Seconds work, Seconds rested) const {
    return work > Seconds(0) ? work + after_rest * -std::expm1(-rested / cooling) : work;
  }
  /// What a server takes to answer a read that finds so much; what a client takes to take an answer in.
  Seconds answering(const Found& found) const {
    return per_request + found.size / marshalling + per_name * static_cast<double>(found.names);
  }
  Seconds taking_in(const Found& found) const {
    return client_per_request + found.size / client_unmarshalling + client_per_name * static_cast<double>(found.names);
  }
  bool clients_take_time() const {
    return client_per_request > Seconds(0) || client_per_name > Seconds(0) || after_rest > Seconds(0) ||
           client_unmarshalling < BytesPerSecond(std::numeric_limits<double>::infinity());
  }
};

} // namespace daruma
