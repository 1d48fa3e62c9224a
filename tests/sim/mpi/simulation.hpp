// A small simulated machine for tests of sim/mpi: n hosts on a star, one process each.
//
// Each simulation runs in a forked process, because SimGrid allows one simulation per process; what its
// processes say comes back as text.
#pragma once

#include "sim/mpi/process/runtime.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace daruma::mpi::test {

/// In builds that repeat the tests, under sanitizers or with other libraries, the largest tests take fewer of their
/// cases: all code, but not all sizes, moments and detectors.
#ifdef DARUMA_FEWER_CASES
constexpr bool takes_fewer_cases = true;
#else
constexpr bool takes_fewer_cases = false;
#endif

constexpr double host_speed = 1e9;     // flop/s
constexpr double link_bandwidth = 1e9; // B/s
constexpr double slow_bandwidth = 1e8;
constexpr double link_latency = 1e-6; // s, two links on a route

struct Line {
  int process;
  std::string text;
};

/// What became of a simulation.
struct Outcome {
  bool crashed = false;     ///< the simulator itself ended otherwise than by returning
  bool stood_still = false; ///< deadlock
  double end_s = 0;
  std::vector<Line> lines; ///< in simulated order
  std::vector<std::string> waits;
  std::vector<std::string> told; ///< what the listener heard, "died 3", "detected 3 by 0", ...

  std::vector<std::string> said_by(int process) const;
  int count(const std::string& text) const;
};

struct Simulation {
  int processes = 4;
  bool on_one_host = false;          ///< all processes on the first, for memory that they share
  int processes_on_a_host = 1;       ///< one host after the other
  int spare_hosts = 4;               ///< where MPI_Comm_spawn puts its children
  int sends_at_once = 0;             ///< messages that a host sends to others at the same time; 0: any number
  double bandwidth = link_bandwidth; ///< of each link
  double file_system = 0;            ///< bandwidth of a file system, a latency of links away; 0: there is none
  RuntimeProfile profile;
  std::function<void(int)> program;
  std::function<void(int)> child_program; ///< what spawned processes run; the same program if empty
  Bytes backlog{0};                       ///< what waiting messages may take; 0: as much as ever
  std::multimap<double, int> kills;       ///< time in s -> process number
  std::multimap<double, int> nodes_off;   ///< time in s -> host number
};

/// A process of the simulation says something.
void say(const std::string& text);
/// It says what is wrong, if something is.
void check(bool is_right, const std::string& what);

/// Simulated time passes for the calling process.
void rest_until(double time_s);
void rest_for(double time_s);

Outcome simulate(const Simulation& simulation);

} // namespace daruma::mpi::test
