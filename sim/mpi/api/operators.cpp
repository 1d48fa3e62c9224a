// Reduction operators, and what a program combines by itself.
#include "sim/mpi/datatypes/operators.hpp"
#include "sim/mpi/api/datatype_calls.hpp"

namespace daruma::mpi {

namespace {

/// A call on an operator: the error of `body(const Operator&)` is raised.
template <class Body> int on_operator(const char* call, MPI_Op op, Body&& body) {
  return on_datatypes(call, {}, [&] { return op == MPI_OP_NULL ? +MPI_ERR_OP : error_of(body, resolve(op)); });
}

} // namespace

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  return on_datatypes(__func__, {}, [&] {
    const OperatorPtr made(new Operator(function, commute != 0));
    intrusive_ptr_add_ref(made.get());
    *op = reinterpret_cast<MPI_Op>(const_cast<Operator*>(made.get()));
  });
}

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

int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op) {
  return on_operator(__func__, op, [&](const Operator& combining) {
    if (count < 0) return +MPI_ERR_COUNT;
    if (type == MPI_DATATYPE_NULL) return +MPI_ERR_TYPE;
    if (!combining.suits(resolve(type))) return +MPI_ERR_OP;
    if (in == MPI_IN_PLACE || inout == MPI_IN_PLACE || (count > 0 && in == inout)) return +MPI_ERR_BUFFER;
    combining.combine(in, inout, count, resolve(type));
    return +MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
