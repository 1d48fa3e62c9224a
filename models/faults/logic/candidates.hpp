// Which devices may have caused an error of a connection, nearest first.
//
// MPI library with cluster monitoring (Sakai, Ishikawa), sections 3.2 and 3.4: the way from the node that got the error
// to the other end, and on it every device whose model gives that error to whoever stands there.
#pragma once

#include "models/faults/logic/fault_model.hpp"

#include <string>
#include <vector>

namespace daruma::models::faults {

/// A switch on the way, with the ports where the way comes in and where it leaves.
struct Hop {
  int network_switch;
  int port_in;
  int port_out;
};

/// Between two nodes, or of a node with itself, without hops.
struct Way {
  int from;
  std::vector<Hop> hops;
  int to;
};

/// One device of the machine.
struct Component {
  const FaultModel* model;
  int holder;    ///< number of its node or switch
  int port = -1; ///< of a port

  /// "node3.cpu_fan", "switch0", "switch0.port5".
  std::string name() const;
  bool operator==(const Component& other) const {
    return model == other.model && holder == other.holder && port == other.port;
  }
};

/// Whether what goes that way passes it, or begins or ends there.
bool is_on(const Way&, const Component&);

/// `place` counts from the node that asks: what stands at a larger one is farther away.
struct Candidate {
  Component component;
  int place;
};

std::vector<Candidate> candidates(Error, const Way&, const FaultTree&);
/// Where answers take another way, `back`, than what they answer: without one of them nothing gets through.
std::vector<Candidate> candidates(Error, const Way& there, const Way& back, const FaultTree&);

} // namespace daruma::models::faults
