// Reduction operators, and what a program combines by itself.
#include "sim/mpi/datatypes/operators.hpp"
#include "sim/mpi/api/datatype_calls.hpp"
#include "sim/mpi/process/job.hpp"

namespace daruma::mpi {

namespace {

/// A call on an operator: the error of `body(const Operator&)` is raised.
template <class Body> int on_operator(const char* call, MPI_Op op, Body&& body) {
  return on_datatypes(call, {}, [&] { return op == MPI_OP_NULL ? +MPI_ERR_OP : error_of(body, resolve(op)); });
}

} // namespace

extern "C" {

/// Reductions under way go on.
int MPI_Op_free(MPI_Op* op) {
  return on_operator(__func__, *op, [&](const Operator& freed) {
    if (freed.is_named()) return +MPI_ERR_OP;
    intrusive_ptr_release(&freed);
    *op = MPI_OP_NULL;
    return +MPI_SUCCESS;
  });
}

int MPI_Op_commutative(MPI_Op op, int* commute) {
  return on_operator(__func__, op, [&](const Operator& asked) { *commute = asked.commutes(); });
}

#define DARUMA_COUNTED_CALLS "sim/mpi/api/operators.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
