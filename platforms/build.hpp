// Turns a machine description into SimGrid hosts, links and routes.
//
// A message of n bytes costs the sum of its links' latencies (each link's own plus one router delay)
// and then n / (its share of the scarcest link): max-min fair, all flows alike, no protocol factors.
// A machine may limit what a node sends over all its links together (the K computer's four directions at
// once cost 1.7 times one); messages share that limit too. Messages within a node share that node's loopback link. The
// file system is a host behind one shared link and one port per node of the bandwidth of a network link.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/core/network_model.hpp"
#include "sim/scenario/scenario.hpp"

#include <simgrid/s4u/Host.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace daruma::platforms {

struct Platform {
  std::shared_ptr<const topology::Interconnect> interconnect;
  std::vector<simgrid::s4u::Host*> nodes; ///< in node order ("node-0", ...)
  simgrid::s4u::Host* file_server;        ///< what is sent to it is written to the machine's file system
};

/// Selects SimGrid's plain flow model. Call after the Engine exists and before build().
void configure_network();

/// The links of the machine and the routes over them, without SimGrid.
std::shared_ptr<const topology::Interconnect> interconnect_of(const scenario::Machine&);

/// Builds and seals the machine as SimGrid's root zone. Once per simulation, before it runs.
/// Expects a machine that the scenario layer accepted. There are links only for SimGrid's own network model, which
/// nothing may use under another.
Platform build(const scenario::Machine&, NetworkModel = NetworkModel::simgrid);

} // namespace daruma::platforms
