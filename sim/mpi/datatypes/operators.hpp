// Reduction operators (MPI 3.1, section 5.9).
#pragma once

#include "sim/mpi/datatypes/datatype.hpp"

#include <mpi.h>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

namespace daruma::mpi {

/// What an operator of MPI's does with `count` elements of `in` and `inout`.
using Combine = void(const void* in, void* inout, MPI_Count count);

/// It is there as long as a handle or an operation under way needs it, however early the program frees it.
class Operator : public boost::intrusive_ref_counter<Operator, boost::thread_unsafe_counter> {
public:
  enum class Named { none, max, min, maxloc, minloc, sum, prod, land, lor, lxor, band, bor, bxor, replace, no_op };

  explicit Operator(Named named) : named_(named) {}
  Operator(MPI_User_function* function, bool commutes) : function_(function), commutes_(commutes) {}
  Operator(MPI_User_function_c* function, bool commutes) : wide_function_(function), commutes_(commutes) {}

  Named named() const { return named_; }
  bool is_named() const { return named_ != Named::none; }
  bool commutes() const { return commutes_; }
  /// Whether it can combine elements of this datatype; what a program made may combine any.
  bool suits(const Datatype& type) const;
  /// Combines elements of both into those of `inout`; the datatype suits.
  void combine(const void* in, void* inout, MPI_Count count, const Datatype& type) const;

private:
  Combine* combination(const Datatype& type) const;
  void call_program(const void* in, void* inout, MPI_Count count, const Datatype& type) const;

  Named named_ = Named::none;
  MPI_User_function* function_ = nullptr; ///< of the program's, or the next
  MPI_User_function_c* wide_function_ = nullptr;
  bool commutes_ = true;
};

using OperatorPtr = boost::intrusive_ptr<const Operator>;

/// What a program calls by this handle, which is not MPI_OP_NULL.
const Operator& resolve(MPI_Op handle);

} // namespace daruma::mpi
