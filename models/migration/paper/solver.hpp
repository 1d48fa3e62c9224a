// Process migration, section 3: the Laplace solver's runs that Figs. 4 and 5 compare.
#pragma once

#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <vector>

namespace daruma::models::migration::paper {

struct Network {
  const char* machine;
  const char* name;
  double transfer_s; ///< of 8 MB, section 3.4
  double migration_s;
};
inline constexpr Network networks[] = {{"ibm-rs6000-sp", "SP Switch", 0.27, 0.30},
                                       {"ibm-rs6000-sp-ethernet", "100Base-TX", 0.73, 0.80}};
inline constexpr int process_counts[] = {4, 8};

enum class Program { plain, migratable };
enum class Nodes { free, one_loaded };

struct SolverRun {
  const Network* network;
  int active;
  Program program;
  Nodes nodes;
};

/// The plain program has a node for each process, the other one more (section 3.3).
scenario::Scenario scenario_of(const SolverRun&, const study::StudyContext&);

/// A run and what came of it.
struct Solved {
  SolverRun run;
  double time_s;
  study::Metrics metrics;
};

/// Both programs on both networks, with 4 and 8 processes, on such nodes.
std::vector<Solved> solve_on(Nodes, const study::StudyContext&);

const Solved& find(const std::vector<Solved>&, const Network&, int active, Program);

study::Row row_of(const Solved&);
study::PlotSpec by_processes();

/// Whether something holds for each network and number of processes.
template <class Holds> bool everywhere(Holds&& holds) {
  return std::all_of(std::begin(networks), std::end(networks), [&](const Network& network) {
    return std::all_of(std::begin(process_counts), std::end(process_counts),
                       [&](int active) { return holds(network, active); });
  });
}

} // namespace daruma::models::migration::paper
