// Datatypes (MPI 3.1, chapter 4): which bytes of memory belong to an element, and in which order.
//
// A datatype never changes but for what a program notes on it (name, attributes). It is there as long as a handle, a
// buffer or another datatype that is made of it needs it, however early the program frees it.
#pragma once

#include "sim/mpi/process/attributes.hpp"

#include <mpi.h>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daruma::mpi {

class Datatype;
using DatatypePtr = boost::intrusive_ptr<const Datatype>;

/// What reductions make of a named datatype; with its size, which type of C++ it is.
enum class Sort {
  none,
  signed_integer,
  unsigned_integer,
  real,
  complex,
  quadruple, ///< as large as a long double, and another number
  quadruple_complex,
  logical,
  bytes,
  pair
};

/// Rows of elements: `stride` bytes from the beginning of one row to that of the next.
struct Part {
  DatatypePtr element;
  MPI_Count length = 1; ///< elements of a row, one after the other
  MPI_Aint at = 0;      ///< where the first row begins
  MPI_Count rows = 1;
  MPI_Aint stride = 0;
};

/// How a datatype was made, as MPI_Type_get_contents tells it.
struct Recipe {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers{};
  std::vector<MPI_Aint> addresses{};
  std::vector<DatatypePtr> types{};
  std::vector<MPI_Count> counts{}; ///< instead of some integers and of addresses, where the call has large counts
};

/// Where an element begins and ends for those that come beside it.
struct Bounds {
  MPI_Aint lower = 0;
  MPI_Aint upper = 0;
};

class Datatype : public boost::intrusive_ref_counter<Datatype, boost::thread_unsafe_counter> {
public:
  /// Bytes one after the other.
  struct Stretch {
    MPI_Aint offset;
    std::size_t size;
  };

  /// A named one. `handle` is what programs call it.
  Datatype(MPI_Datatype handle, std::string name, std::size_t size, std::size_t alignment, Sort sort);
  /// MPI_LB and MPI_UB: nothing but a bound.
  enum class Marker { lower, upper };
  Datatype(MPI_Datatype handle, std::string name, Marker);
  /// A named one of two numbers, as C lays a struct of them out.
  Datatype(MPI_Datatype handle, std::string name, std::vector<Part> numbers);
  /// A derived one. A struct is padded to the alignment of what is in it; given bounds are kept as they are.
  enum class Padding { none, as_struct };
  Datatype(Recipe recipe, std::vector<Part> parts, Padding = Padding::none, std::optional<Bounds> given = {});

  MPI_Datatype handle() const;
  bool is_named() const { return recipe_.combiner == MPI_COMBINER_NAMED; }
  /// Whether data may be of it: named ones are always (MPI 3.1, section 4.1.9).
  bool is_committed() const { return is_named() || was_committed; }
  Sort sort() const { return sort_; }
  const Recipe& recipe() const { return recipe_; }

  /// Bytes of data.
  MPI_Count size() const { return size_; }
  /// Named elements in it; one of a pair of numbers counts as two.
  MPI_Count elements() const { return elements_; }
  /// Named elements in the first so many bytes, which are taken off `bytes`; what is left is not one of them.
  MPI_Count elements_in(MPI_Count& bytes) const;

  /// Bytes of its first so many named elements; of as many in further ones of its kind, where it has fewer.
  MPI_Count bytes_of_elements(MPI_Count count) const;

  /// Calls `visit(named)` for each named element in it, in the order in which they are packed.
  void for_each_named(const std::function<void(const Datatype&)>& visit) const;

  const Bounds& bounds() const { return bounds_; }
  MPI_Aint extent() const { return bounds_.upper - bounds_.lower; }
  /// Of the data alone.
  const Bounds& true_bounds() const { return true_bounds_; }

  /// In the order in which they are packed.
  const std::vector<Stretch>& stretches() const;
  /// Elements follow each other from their address on without a gap.
  bool is_solid() const;

  // What the program notes on it.
  mutable std::string name;
  mutable Attributes attributes;
  mutable int handles = 0; ///< that it holds, of a derived one
  mutable bool was_committed = false;

private:
  void take_bounds(Padding padding, std::optional<Bounds> given);
  void add(const Datatype& element, MPI_Count count, MPI_Aint at) const;
  void add(Stretch stretch) const;

  MPI_Datatype named_handle_ = nullptr;
  Sort sort_ = Sort::none;
  Recipe recipe_;
  std::vector<Part> parts_; ///< none of a named one that is one number
  MPI_Count size_ = 0;
  MPI_Count elements_ = 0;
  std::size_t alignment_ = 1;
  Bounds bounds_;
  Bounds true_bounds_;
  bool sets_lower_ = false; ///< whether its bounds prevail over those of data that it is put together with
  bool sets_upper_ = false;
  bool has_lower_ = true; ///< whether it has such a bound at all
  bool has_upper_ = true;
  mutable std::vector<Stretch> stretches_; ///< worked out when they are first needed
  mutable bool has_stretches_ = false;
};

/// What a program calls by this handle, which is not MPI_DATATYPE_NULL.
const Datatype& resolve(MPI_Datatype handle);

/// Whether data may be of it.
inline bool is_for_data(const DatatypePtr& type) { return type && type->is_committed(); }
inline bool is_for_data(MPI_Datatype handle) { return handle != MPI_DATATYPE_NULL && resolve(handle).is_committed(); }

/// The same, or null for MPI_DATATYPE_NULL.
DatatypePtr pointer_to(MPI_Datatype handle);

/// One more handle of the program's.
MPI_Datatype hand_out(const DatatypePtr& type);

/// The named datatypes of this sort and size, as C or Fortran knows it; null if there is none.
MPI_Datatype named(Sort sort, std::size_t size);

} // namespace daruma::mpi
