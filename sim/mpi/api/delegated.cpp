// The calls that SMPI answers: datatypes, reduction operators, infos, statuses. They need no process of SMPI's.
//
// Errors are raised as those of any other call; SMPI's own bindings would look for its communicators.
#include "sim/mpi/p2p/layout.hpp"
#include "sim/mpi/process/errors.hpp"

namespace daruma::mpi {

namespace {

/// What SMPI's function says, as the outcome of `call`.
template <class... Formal, class... Actual>
int lent(const char* call, int (*function)(Formal...), Actual... arguments) {
  Process& process = enter(call);
  const int error = function(arguments...);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

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
using daruma::mpi::subarray;

// Outside of the namespace they are weak, as MPI's header declares them: a profiling library may have its own.
extern "C" {

int MPI_Address(const void* location, MPI_Aint* address) { return lent(__func__, PMPI_Address, location, address); }

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) { return base + disp; }

MPI_Aint MPI_Aint_diff(MPI_Aint base, MPI_Aint disp) { return base - disp; }

int MPI_Get_address(const void* location, MPI_Aint* address) {
  return lent(__func__, PMPI_Get_address, location, address);
}

int MPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  return lent(__func__, PMPI_Get_count, status, datatype, count);
}

MPI_Fint MPI_Info_c2f(MPI_Info info) { return PMPI_Info_c2f(info); }

int MPI_Info_create(MPI_Info* info) { return lent(__func__, PMPI_Info_create, info); }

int MPI_Info_delete(MPI_Info info, const char* key) { return lent(__func__, PMPI_Info_delete, info, key); }

int MPI_Info_dup(MPI_Info info, MPI_Info* newinfo) { return lent(__func__, PMPI_Info_dup, info, newinfo); }

MPI_Info MPI_Info_f2c(MPI_Fint info) { return PMPI_Info_f2c(info); }

int MPI_Info_free(MPI_Info* info) { return lent(__func__, PMPI_Info_free, info); }

int MPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
  return lent(__func__, PMPI_Info_get, info, key, valuelen, value, flag);
}

int MPI_Info_get_nkeys(MPI_Info info, int* nkeys) { return lent(__func__, PMPI_Info_get_nkeys, info, nkeys); }

int MPI_Info_get_nthkey(MPI_Info info, int n, char* key) { return lent(__func__, PMPI_Info_get_nthkey, info, n, key); }

int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* valuelen, int* flag) {
  return lent(__func__, PMPI_Info_get_valuelen, info, key, valuelen, flag);
}

int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
  return lent(__func__, PMPI_Info_set, info, key, value);
}

MPI_Fint MPI_Op_c2f(MPI_Op op) { return PMPI_Op_c2f(op); }

int MPI_Op_commutative(MPI_Op op, int* commute) { return lent(__func__, PMPI_Op_commutative, op, commute); }

int MPI_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  return lent(__func__, PMPI_Op_create, function, commute, op);
}

MPI_Op MPI_Op_f2c(MPI_Fint op) { return PMPI_Op_f2c(op); }

int MPI_Op_free(MPI_Op* op) { return lent(__func__, PMPI_Op_free, op); }

int MPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
  return lent(__func__, PMPI_Reduce_local, inbuf, inoutbuf, count, datatype, op);
}

int MPI_Status_set_cancelled(MPI_Status* status, int flag) {
  return lent(__func__, PMPI_Status_set_cancelled, status, flag);
}

MPI_Fint MPI_Type_c2f(MPI_Datatype datatype) { return PMPI_Type_c2f(datatype); }

int MPI_Type_commit(MPI_Datatype* datatype) { return lent(__func__, PMPI_Type_commit, datatype); }

int MPI_Type_contiguous(int count, MPI_Datatype old_type, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_contiguous, count, old_type, newtype);
}

int MPI_Type_create_hindexed(int count, const int* blocklens, const MPI_Aint* indices, MPI_Datatype old_type,
                             MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_hindexed, count, blocklens, indices, old_type, newtype);
}

int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint* indices, MPI_Datatype old_type,
                                   MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_hindexed_block, count, blocklength, indices, old_type, newtype);
}

int MPI_Type_create_hvector(int count, int blocklen, MPI_Aint stride, MPI_Datatype old_type, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_hvector, count, blocklen, stride, old_type, newtype);
}

int MPI_Type_create_indexed(int count, const int* blocklens, const int* indices, MPI_Datatype old_type,
                            MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_indexed, count, blocklens, indices, old_type, newtype);
}

int MPI_Type_create_indexed_block(int count, int blocklength, const int* indices, MPI_Datatype old_type,
                                  MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_indexed_block, count, blocklength, indices, old_type, newtype);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function* copy_fn, MPI_Type_delete_attr_function* delete_fn, int* keyval,
                           void* extra_state) {
  return lent(__func__, PMPI_Type_create_keyval, copy_fn, delete_fn, keyval, extra_state);
}

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_resized, oldtype, lb, extent, newtype);
}

int MPI_Type_create_struct(int count, const int* blocklens, const MPI_Aint* indices, const MPI_Datatype* old_types,
                           MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_create_struct, count, blocklens, indices, old_types, newtype);
}

int MPI_Type_create_subarray(int ndims, const int* array_of_sizes, const int* array_of_subsizes,
                             const int* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return lent(__func__, subarray, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
}

int MPI_Type_delete_attr(MPI_Datatype type, int comm_keyval) {
  return lent(__func__, PMPI_Type_delete_attr, type, comm_keyval);
}

int MPI_Type_dup(MPI_Datatype datatype, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_dup, datatype, newtype);
}

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint* extent) {
  return lent(__func__, PMPI_Type_extent, datatype, extent);
}

MPI_Datatype MPI_Type_f2c(MPI_Fint datatype) { return PMPI_Type_f2c(datatype); }

int MPI_Type_free(MPI_Datatype* datatype) { return lent(__func__, PMPI_Type_free, datatype); }

int MPI_Type_free_keyval(int* keyval) { return lent(__func__, PMPI_Type_free_keyval, keyval); }

int MPI_Type_get_attr(MPI_Datatype type, int type_keyval, void* attribute_val, int* flag) {
  return lent(__func__, PMPI_Type_get_attr, type, type_keyval, attribute_val, flag);
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                          int* array_of_integers, MPI_Aint* array_of_addresses, MPI_Datatype* array_of_datatypes) {
  return lent(__func__, PMPI_Type_get_contents, datatype, max_integers, max_addresses, max_datatypes, array_of_integers,
              array_of_addresses, array_of_datatypes);
}

int MPI_Type_get_envelope(MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes,
                          int* combiner) {
  return lent(__func__, PMPI_Type_get_envelope, datatype, num_integers, num_addresses, num_datatypes, combiner);
}

int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
  return lent(__func__, PMPI_Type_get_extent, datatype, lb, extent);
}

int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
  return lent(__func__, PMPI_Type_get_extent_x, datatype, lb, extent);
}

int MPI_Type_get_name(MPI_Datatype datatype, char* name, int* len) {
  return lent(__func__, PMPI_Type_get_name, datatype, name, len);
}

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
  return lent(__func__, PMPI_Type_get_true_extent, datatype, lb, extent);
}

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
  return lent(__func__, PMPI_Type_get_true_extent_x, datatype, lb, extent);
}

int MPI_Type_hindexed(int count, const int* blocklens, const MPI_Aint* indices, MPI_Datatype old_type,
                      MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_hindexed, count, blocklens, indices, old_type, newtype);
}

int MPI_Type_hvector(int count, int blocklen, MPI_Aint stride, MPI_Datatype old_type, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_hvector, count, blocklen, stride, old_type, newtype);
}

int MPI_Type_indexed(int count, const int* blocklens, const int* indices, MPI_Datatype old_type,
                     MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_indexed, count, blocklens, indices, old_type, newtype);
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint* disp) { return lent(__func__, PMPI_Type_lb, datatype, disp); }

int MPI_Type_set_attr(MPI_Datatype type, int type_keyval, void* att) {
  return lent(__func__, PMPI_Type_set_attr, type, type_keyval, att);
}

int MPI_Type_set_name(MPI_Datatype datatype, const char* name) {
  return lent(__func__, PMPI_Type_set_name, datatype, name);
}

int MPI_Type_size(MPI_Datatype datatype, int* size) { return lent(__func__, PMPI_Type_size, datatype, size); }

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count* size) { return lent(__func__, PMPI_Type_size_x, datatype, size); }

int MPI_Type_struct(int count, const int* blocklens, const MPI_Aint* indices, const MPI_Datatype* old_types,
                    MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_struct, count, blocklens, indices, old_types, newtype);
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint* disp) { return lent(__func__, PMPI_Type_ub, datatype, disp); }

int MPI_Type_vector(int count, int blocklen, int stride, MPI_Datatype old_type, MPI_Datatype* newtype) {
  return lent(__func__, PMPI_Type_vector, count, blocklen, stride, old_type, newtype);
}
}
