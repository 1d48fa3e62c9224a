// What the bindings of calls on datatypes have in common.
#pragma once

#include "sim/mpi/datatypes/datatype.hpp"
#include "sim/mpi/process/errors.hpp"

#include <mpi.h>

#include <algorithm>
#include <initializer_list>

namespace daruma::mpi {

/// A call on datatypes that are there: the error of `body()` is raised after its objects are gone.
template <class Body> int on_datatypes(const char* call, std::initializer_list<MPI_Datatype> types, Body&& body) {
  Process& process = enter(call);
  const auto is_missing = [](MPI_Datatype type) { return type == MPI_DATATYPE_NULL || !type; };
  const bool is_any_missing = std::any_of(types.begin(), types.end(), is_missing);
  const int error = is_any_missing ? +MPI_ERR_TYPE : error_of(body);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

} // namespace daruma::mpi
