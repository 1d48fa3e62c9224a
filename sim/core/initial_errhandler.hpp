// The error handler that a process's predefined communicators begin with, by the values that MPI has for the argument
// of mpiexec and the key of MPI_Comm_spawn (MPI 4.1, section 11.8.4).
#pragma once

#include "sim/core/words.hpp"

namespace daruma {

enum class InitialErrhandler { are_fatal, abort, return_code };

inline const Choices<InitialErrhandler> initial_errhandlers{{"mpi_errors_are_fatal", InitialErrhandler::are_fatal},
                                                            {"mpi_errors_abort", InitialErrhandler::abort},
                                                            {"mpi_errors_return", InitialErrhandler::return_code}};

} // namespace daruma
