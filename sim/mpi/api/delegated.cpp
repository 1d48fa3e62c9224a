// The calls that SMPI answers: datatypes, reduction operators, infos, statuses. They need no process of SMPI's.
//
// Errors are raised as those of any other call; SMPI's own bindings would look for its communicators.
#include "sim/mpi/p2p/layout.hpp"
#include "sim/mpi/process/errors.hpp"

#include <cstddef>
#include <tuple>

namespace daruma::mpi {

namespace {

/// What SMPI's function says, as the outcome of `call`.
template <class... Formal, class... Actual>
int lent(const char* call, int (*function)(Formal...), Actual... arguments) {
  Process& process = enter(call);
  const int error = function(arguments...);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

template <class... Formal> std::tuple<Formal...> parameters_of(int (*)(Formal...));

/// The type of a function's parameter of that place, from 0.
template <auto function, std::size_t place>
using Parameter = std::tuple_element_t<place, decltype(parameters_of(function))>;

/// SMPI gives a subarray the extent of its part or of one element; MPI has that of the whole array.
int subarray(int ndims, const int* sizes, const int* parts, const int* starts, int order, MPI_Datatype element,
             MPI_Datatype* made) {
  MPI_Datatype part = MPI_DATATYPE_NULL;
  if (const int error = PMPI_Type_create_subarray(ndims, sizes, parts, starts, order, element, &part)) return error;
  MPI_Aint extent = extent_of(element);
  for (int i = 0; i < ndims; ++i) extent *= sizes[i];
  const int error = PMPI_Type_create_resized(part, 0, extent, made);
  PMPI_Type_free(&part);
  return error;
}

} // namespace

} // namespace daruma::mpi

using daruma::mpi::lent;
using daruma::mpi::Parameter;
using daruma::mpi::subarray;

// LENT_n(call) defines a call of n parameters as SMPI declares them. Outside of the namespace they are weak, as MPI's
// header declares them: a profiling library may have its own.

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define PARAMETER(call, place) Parameter<P##call, place>
#define LENT_1(call)                                                                                                   \
  int call(PARAMETER(call, 0) a) { return lent(#call, P##call, a); }
#define LENT_2(call)                                                                                                   \
  int call(PARAMETER(call, 0) a, PARAMETER(call, 1) b) { return lent(#call, P##call, a, b); }
#define LENT_3(call)                                                                                                   \
  int call(PARAMETER(call, 0) a, PARAMETER(call, 1) b, PARAMETER(call, 2) c) { return lent(#call, P##call, a, b, c); }
#define LENT_4(call)                                                                                                   \
  int call(PARAMETER(call, 0) a, PARAMETER(call, 1) b, PARAMETER(call, 2) c, PARAMETER(call, 3) d) {                   \
    return lent(#call, P##call, a, b, c, d);                                                                           \
  }
#define LENT_5(call)                                                                                                   \
  int call(PARAMETER(call, 0) a, PARAMETER(call, 1) b, PARAMETER(call, 2) c, PARAMETER(call, 3) d,                     \
           PARAMETER(call, 4) e) {                                                                                     \
    return lent(#call, P##call, a, b, c, d, e);                                                                        \
  }
#define LENT_7(call)                                                                                                   \
  int call(PARAMETER(call, 0) a, PARAMETER(call, 1) b, PARAMETER(call, 2) c, PARAMETER(call, 3) d,                     \
           PARAMETER(call, 4) e, PARAMETER(call, 5) f, PARAMETER(call, 6) g) {                                         \
    return lent(#call, P##call, a, b, c, d, e, f, g);                                                                  \
  }
// NOLINTEND(bugprone-macro-parentheses)

extern "C" {

LENT_2(MPI_Address)
LENT_2(MPI_Get_address)
LENT_3(MPI_Get_count)
LENT_1(MPI_Info_create)
LENT_2(MPI_Info_delete)
LENT_2(MPI_Info_dup)
LENT_1(MPI_Info_free)
LENT_5(MPI_Info_get)
LENT_2(MPI_Info_get_nkeys)
LENT_3(MPI_Info_get_nthkey)
LENT_4(MPI_Info_get_valuelen)
LENT_3(MPI_Info_set)
LENT_2(MPI_Op_commutative)
LENT_3(MPI_Op_create)
LENT_1(MPI_Op_free)
LENT_5(MPI_Reduce_local)
LENT_2(MPI_Status_set_cancelled)
LENT_1(MPI_Type_commit)
LENT_3(MPI_Type_contiguous)
LENT_5(MPI_Type_create_hindexed)
LENT_5(MPI_Type_create_hindexed_block)
LENT_5(MPI_Type_create_indexed)
LENT_5(MPI_Type_create_indexed_block)
LENT_4(MPI_Type_create_keyval)
LENT_4(MPI_Type_create_resized)
LENT_5(MPI_Type_create_struct)
LENT_2(MPI_Type_delete_attr)
LENT_2(MPI_Type_dup)
LENT_2(MPI_Type_extent)
LENT_1(MPI_Type_free)
LENT_1(MPI_Type_free_keyval)
LENT_4(MPI_Type_get_attr)
LENT_7(MPI_Type_get_contents)
LENT_5(MPI_Type_get_envelope)
LENT_3(MPI_Type_get_extent)
LENT_3(MPI_Type_get_extent_x)
LENT_3(MPI_Type_get_name)
LENT_3(MPI_Type_get_true_extent)
LENT_3(MPI_Type_get_true_extent_x)
LENT_5(MPI_Type_hindexed)
LENT_5(MPI_Type_hvector)
LENT_5(MPI_Type_indexed)
LENT_2(MPI_Type_lb)
LENT_3(MPI_Type_set_attr)
LENT_2(MPI_Type_set_name)
LENT_2(MPI_Type_size)
LENT_2(MPI_Type_size_x)
LENT_5(MPI_Type_struct)
LENT_2(MPI_Type_ub)
LENT_5(MPI_Type_vector)

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) { return base + disp; }
MPI_Aint MPI_Aint_diff(MPI_Aint base, MPI_Aint disp) { return base - disp; }
MPI_Fint MPI_Info_c2f(MPI_Info info) { return PMPI_Info_c2f(info); }
MPI_Info MPI_Info_f2c(MPI_Fint info) { return PMPI_Info_f2c(info); }
MPI_Fint MPI_Op_c2f(MPI_Op op) { return PMPI_Op_c2f(op); }
MPI_Op MPI_Op_f2c(MPI_Fint op) { return PMPI_Op_f2c(op); }
MPI_Fint MPI_Type_c2f(MPI_Datatype datatype) { return PMPI_Type_c2f(datatype); }
MPI_Datatype MPI_Type_f2c(MPI_Fint datatype) { return PMPI_Type_f2c(datatype); }

int MPI_Type_create_hvector(int count, int blocklen, MPI_Aint stride, MPI_Datatype old_type, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_hvector, count, blocklen, stride, old_type, newtype);
}

int MPI_Type_create_subarray(int ndims, const int* array_of_sizes, const int* array_of_subsizes,
                             const int* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return lent(__func__, subarray, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
}
}
