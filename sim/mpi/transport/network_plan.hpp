// By which model a simulation's network carries messages, and over what.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/core/network_model.hpp"

#include <simgrid/s4u/Host.hpp>

#include <memory>

namespace daruma::mpi {

struct NetworkPlan {
  NetworkModel model = NetworkModel::simgrid;
  /// Of the hosts by the numbers of their network points; SimGrid's own model needs it only where links get
  /// slower.
  std::shared_ptr<const topology::Interconnect> interconnect = nullptr;
  int sends_at_once = 0; ///< messages that a node sends to others at the same time; 0: any number
  /// The machine's file system. What goes to it or comes from it does not count as sent.
  simgrid::s4u::Host* file_server = nullptr;
};

} // namespace daruma::mpi
