// Turns a machine description into SimGrid hosts, links and routes.
//
// A message of n bytes costs the sum of its links' latencies (each link's own plus one router delay)
// and then n / (its share of the scarcest link): max-min fair, all flows alike, no protocol factors.
// A machine may limit what a node sends over all its links together (the K computer's four directions at
// once cost 1.7 times one); messages share that limit too. Messages within a node share that node's loopback link. The
// file system is one shared link behind one port per node of the bandwidth of a network link; its traffic is assumed
// not to disturb messages.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/scenario/scenario.hpp"

#include <simgrid/s4u/Host.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace daruma::platforms {

/// The machine's parallel file system, as seen by a running actor on any node.
class FileSystem {
public:
  explicit FileSystem(simgrid::s4u::Host* server) : server_(server) {}

  /// Blocks the calling actor while the bytes travel; an actor killed meanwhile frees its share at once.
  void write(Bytes) const;
  void read(Bytes) const;

private:
  simgrid::s4u::Host* server_;
};

struct Platform {
  std::shared_ptr<const topology::Interconnect> interconnect;
  std::vector<simgrid::s4u::Host*> nodes; ///< in node order ("node-0", ...)
  FileSystem file_system;
};

/// Selects SimGrid's plain flow model. Call after the Engine exists and before build().
void configure_network();

/// The links of the machine and the routes over them, without SimGrid.
std::shared_ptr<const topology::Interconnect> interconnect_of(const scenario::Machine&);

/// Builds and seals the machine as SimGrid's root zone. Once per simulation, before it runs.
/// Expects a machine that the scenario layer accepted. `slower` are the fractions of a node's speed that slow_down
/// takes.
Platform build(const scenario::Machine&, const std::vector<double>& slower = {});

/// From now on the node's CPUs go on with that one of the fractions. Kernel context.
void slow_down(simgrid::s4u::Host& node, std::size_t which);

} // namespace daruma::platforms
