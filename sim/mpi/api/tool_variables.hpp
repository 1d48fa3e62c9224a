// What tools can find by MPI_T (MPI 4.1, chapter 15): a few variables, whose values are the simulator's own.
//
// Control variables say how messages go; they are the runtime profile's, and no program changes them. Performance
// variables are those of the calling process. A level is what it is at the instant; a counter or a timer counts for a
// handle from its start on.
#pragma once

#include "sim/mpi/process/process.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace daruma::mpi {

struct ControlVariable {
  const char* name;
  const char* description;
  MPI_Datatype type; ///< MPI_UNSIGNED_LONG, or MPI_CHAR for a text
  unsigned long (*number)(const Process&);
  std::string (*text)(const Process&);
};

struct PerformanceVariable {
  const char* name;
  const char* description;
  int variable_class; ///< MPI_T_PVAR_CLASS_*
  MPI_Datatype type;  ///< MPI_UNSIGNED_LONG, or MPI_DOUBLE for seconds
  double (*now)(const Process&);

  bool is_level() const { return variable_class == MPI_T_PVAR_CLASS_LEVEL; }
};

/// Variables by their places in the lists below.
struct VariableCategory {
  const char* name;
  const char* description;
  std::vector<int> control;
  std::vector<int> performance;
};

const std::vector<ControlVariable>& control_variables();
const std::vector<PerformanceVariable>& performance_variables();
const std::vector<VariableCategory>& variable_categories();

} // namespace daruma::mpi
