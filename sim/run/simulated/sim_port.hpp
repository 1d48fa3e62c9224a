// A model's door to the simulator.
#pragma once

#include "models/port/port.hpp"
#include "sim/run/simulated/hosted_job.hpp"

#include <memory>

namespace daruma::run {

class SimulatedDriver;

/// The port of a process that begins now. The driver and the job outlive it.
std::unique_ptr<models::Port> make_port(SimulatedDriver&, HostedJob&, int process);

} // namespace daruma::run
