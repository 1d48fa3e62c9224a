// A centre made of what its batch system wrote down: a scenario whose machine comes from the file, beside a log in the
// Standard Workload Format.
//
// From Slurm's accounting the machine has the nodes that jobs ran on, by name if they are named, and as many cores on
// each as a job had on one. A partition has the nodes that its jobs ran on. Users, partitions, qualities of service
// and the names of jobs become numbers in the log; a comment at its head says whose each is. What such a file does not
// say is said not to be there: limits of partitions, and their nodes where the file names none.
#pragma once

#include "sim/batch/sacct.hpp"
#include "sim/batch/swf.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::batch {

struct ImportedPartition {
  std::string name;
  int number;        ///< in the log
  std::string nodes; ///< "0-15 20"; empty: all
  bool is_default = false;
};

struct ImportedCentre {
  std::string name;
  std::string description;
  int nodes = 1;
  std::string node_names{};                    ///< in their order, as Slurm writes them; empty: not of all
  int cores = 1;                               ///< of a node
  Bytes memory{0};                             ///< of a node; 0: not known
  int gpus = 0;                                ///< of a node
  int widest = 0;                              ///< jobs that need more cores are left out; 0: none is
  std::vector<ImportedPartition> partitions{}; ///< none: every job may use every node
  std::string swf{};                           ///< the log, unless it is there already
  std::vector<std::string> notes;              ///< sentences on what was taken, left out and not known
};

/// What is known of the machine beside the file; 0: the file says it.
struct KnownMachine {
  int nodes = 0;
  int cores = 0; ///< of a node
};

ImportedCentre import_sacct(const Accounting&, const std::string& name, const KnownMachine&);
ImportedCentre import_swf(const JobLog&, const std::string& name, const KnownMachine&);

/// The scenario, whose log is that file.
std::string scenario_of(const ImportedCentre&, const std::string& log);

} // namespace daruma::batch
