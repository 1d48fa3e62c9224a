// Making datatypes (MPI 3.1, sections 4.1.2 to 4.1.11), and freeing them.
#include "sim/mpi/api/datatype_calls.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace daruma::mpi {

namespace {

using Parts = std::vector<Part>;

MPI_Datatype made_of(Recipe recipe, Parts parts, Datatype::Padding padding = Datatype::Padding::none,
                     std::optional<Bounds> bounds = {}) {
  return hand_out(new Datatype(std::move(recipe), std::move(parts), padding, bounds));
}

template <class Number> std::vector<Number> joined(std::initializer_list<std::vector<Number>> lists) {
  std::vector<Number> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

template <class Number> std::vector<Number> listed(MPI_Count count, const Number* numbers) {
  return count > 0 ? std::vector<Number>(numbers, numbers + count) : std::vector<Number>{};
}

/// What a call says of a datatype: in ints its counts are integers beside its addresses, in large counts they are one.
Recipe recipe_of(int combiner, std::vector<int> counts, std::vector<MPI_Aint> places, std::vector<DatatypePtr> types) {
  return {combiner, std::move(counts), std::move(places), std::move(types)};
}

Recipe recipe_of(int combiner, std::vector<MPI_Count> counts, const std::vector<MPI_Count>& places,
                 std::vector<DatatypePtr> types) {
  counts.insert(counts.end(), places.begin(), places.end());
  return {combiner, {}, {}, std::move(types), std::move(counts)};
}

template <class Count> int check_counts(Count count, const Count* lengths) {
  const auto is_negative = [](Count length) { return length < 0; };
  if (count < 0) return MPI_ERR_COUNT;
  return std::any_of(lengths, lengths + count, is_negative) ? +MPI_ERR_ARG : +MPI_SUCCESS;
}

template <class Count> int check_count(Count count, Count length) {
  return count < 0 ? +MPI_ERR_COUNT : length < 0 ? +MPI_ERR_ARG : +MPI_SUCCESS;
}

/// A call that makes a datatype of others: `make(DatatypePtr)` does for a valid one.
template <class Make> int from_type(const char* call, int error, MPI_Datatype old, MPI_Datatype* made, Make&& make) {
  return on_datatypes(call, {old}, [&] {
    if (error != MPI_SUCCESS) return error;
    if (!made) return +MPI_ERR_ARG;
    *made = make(DatatypePtr(&resolve(old)));
    return +MPI_SUCCESS;
  });
}

/// Blocks of `length(i)` elements, each at `place(i)` bytes.
template <class Length, class Place>
Parts blocks(const DatatypePtr& type, MPI_Count count, Length&& length, Place&& place) {
  Parts parts;
  parts.reserve(static_cast<std::size_t>(count));
  for (MPI_Count i = 0; i < count; ++i) parts.push_back({type, length(i), static_cast<MPI_Aint>(place(i))});
  return parts;
}

template <class Count, class Bytes>
int hvector(const char* call, Count count, Count length, Bytes stride, MPI_Datatype old, MPI_Datatype* made) {
  return from_type(call, check_count(count, length), old, made, [&](const DatatypePtr& type) {
    return made_of(
        recipe_of(MPI_COMBINER_HVECTOR, std::vector<Count>{count, length}, std::vector<Bytes>{stride}, {type}),
        {{type, length, 0, count, static_cast<MPI_Aint>(stride)}});
  });
}

template <class Count>
int indexed(const char* call, Count count, const Count* lengths, const Count* places, MPI_Datatype old,
            MPI_Datatype* made) {
  return from_type(call, check_counts(count, lengths), old, made, [&](const DatatypePtr& type) {
    return made_of(recipe_of(MPI_COMBINER_INDEXED,
                             joined<Count>({{count}, listed(count, lengths), listed(count, places)}), {}, {type}),
                   blocks(
                       type, count, [=](MPI_Count i) { return lengths[i]; },
                       [&](MPI_Count i) { return places[i] * type->extent(); }));
  });
}

template <class Count, class Bytes>
int hindexed(const char* call, Count count, const Count* lengths, const Bytes* places, MPI_Datatype old,
             MPI_Datatype* made) {
  return from_type(call, check_counts(count, lengths), old, made, [&](const DatatypePtr& type) {
    return made_of(recipe_of(MPI_COMBINER_HINDEXED, joined<Count>({{count}, listed(count, lengths)}),
                             listed(count, places), {type}),
                   blocks(
                       type, count, [=](MPI_Count i) { return lengths[i]; }, [=](MPI_Count i) { return places[i]; }));
  });
}

template <class Count, class Bytes>
int structure(const char* call, Count count, const Count* lengths, const Bytes* places, const MPI_Datatype* types,
              MPI_Datatype* made) {
  return on_datatypes(call, {}, [&] {
    if (const int error = check_counts(count, lengths)) return error;
    std::vector<DatatypePtr> members;
    Parts parts;
    for (Count i = 0; i < count; ++i) {
      if (types[i] == MPI_DATATYPE_NULL) return +MPI_ERR_TYPE;
      members.emplace_back(&resolve(types[i]));
      parts.push_back({members.back(), lengths[i], static_cast<MPI_Aint>(places[i])});
    }
    *made = made_of(recipe_of(MPI_COMBINER_STRUCT, joined<Count>({{count}, listed(count, lengths)}),
                              listed(count, places), std::move(members)),
                    std::move(parts), Datatype::Padding::as_struct);
    return +MPI_SUCCESS;
  });
}

/// Some elements of a row of `all`, with the bounds of the whole row.
DatatypePtr part_of_row(const DatatypePtr& element, MPI_Count all, Parts parts) {
  const MPI_Aint extent = element->extent() * all;
  return new Datatype({MPI_COMBINER_RESIZED, {}, {}, {}}, std::move(parts), Datatype::Padding::none, Bounds{0, extent});
}

/// From the dimension that varies fastest on, `in_dimension(d, element)` makes a row of elements.
template <class Row> DatatypePtr array_of(int dimensions, int order, DatatypePtr element, Row&& in_dimension) {
  for (int i = 0; i < dimensions; ++i) element = in_dimension(order == MPI_ORDER_C ? dimensions - 1 - i : i, element);
  return element;
}

MPI_Datatype array_made_of(Recipe recipe, const DatatypePtr& array) {
  return made_of(std::move(recipe), {{array, 1, 0}}, Datatype::Padding::none, array->bounds());
}

int check_order(int order) { return order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN ? +MPI_SUCCESS : +MPI_ERR_ARG; }

template <class Count>
int check_subarray(int dimensions, const Count* sizes, const Count* parts, const Count* starts, int order) {
  if (dimensions < 0) return MPI_ERR_ARG;
  for (int d = 0; d < dimensions; ++d)
    if (sizes[d] < 1 || parts[d] < 0 || parts[d] > sizes[d] || starts[d] < 0 || starts[d] > sizes[d] - parts[d])
      return MPI_ERR_ARG;
  return check_order(order);
}

Recipe subarray(const std::vector<int>& dimensions, const std::vector<int>& shape, int order, const DatatypePtr& type) {
  return {MPI_COMBINER_SUBARRAY, joined<int>({dimensions, shape, {order}}), {}, {type}};
}

Recipe subarray(const std::vector<int>& dimensions, std::vector<MPI_Count> shape, int order, const DatatypePtr& type) {
  return {MPI_COMBINER_SUBARRAY, joined<int>({dimensions, {order}}), {}, {type}, std::move(shape)};
}

/// `grid`: kinds, arguments and processes by dimension.
Recipe darray(const std::vector<int>& place, const std::vector<int>& sizes, const std::vector<int>& grid, int order,
              const DatatypePtr& type) {
  return {MPI_COMBINER_DARRAY, joined<int>({place, sizes, grid, {order}}), {}, {type}};
}

Recipe darray(const std::vector<int>& place, std::vector<MPI_Count> sizes, const std::vector<int>& grid, int order,
              const DatatypePtr& type) {
  return {MPI_COMBINER_DARRAY, joined<int>({place, grid, {order}}), {}, {type}, std::move(sizes)};
}

/// How an array is spread over a grid of processes in one dimension: blocks of so many elements in turn.
struct Spread {
  MPI_Count size;  ///< of the array
  MPI_Count block; ///< elements
  int processes;
  int place; ///< of the process
};

DatatypePtr cyclic(const Spread& spread, const DatatypePtr& element) {
  const MPI_Aint extent = element->extent();
  const MPI_Count turn = spread.block * spread.processes;
  const MPI_Count begin = spread.block * spread.place;
  const MPI_Count whole = spread.size < begin + spread.block ? 0 : (spread.size - begin - spread.block) / turn + 1;
  const MPI_Count rest = std::clamp<MPI_Count>(spread.size - begin - whole * turn, 0, spread.block);
  return part_of_row(element, spread.size,
                     {{element, spread.block, begin * extent, whole, turn * extent},
                      {element, rest, (begin + whole * turn) * extent}});
}

/// False where the arguments do not make one.
bool spread(MPI_Count size, int kind, int argument, int processes, Spread& spread) {
  spread.size = size;
  spread.processes = processes;
  if (size < 1 || processes < 1 || (argument < 1 && argument != MPI_DISTRIBUTE_DFLT_DARG)) return false;
  const bool is_default = argument == MPI_DISTRIBUTE_DFLT_DARG;
  switch (kind) {
  case MPI_DISTRIBUTE_BLOCK:
    spread.block = is_default ? (size + processes - 1) / processes : argument;
    return spread.block * processes >= size;
  case MPI_DISTRIBUTE_CYCLIC:
    spread.block = is_default ? 1 : argument;
    return true;
  case MPI_DISTRIBUTE_NONE:
    spread.block = size;
    return processes == 1;
  default:
    return false;
  }
}

/// The process's place in each dimension, row by row whatever the array's order.
std::vector<int> place_in_grid(int rank, int dimensions, const int* extents) {
  std::vector<int> place(static_cast<std::size_t>(dimensions));
  for (int d = dimensions - 1; d >= 0; rank /= extents[d], --d) place[static_cast<std::size_t>(d)] = rank % extents[d];
  return place;
}

/// The number of that precision as C knows it, or Fortran where only that does; null if none is as wide.
MPI_Datatype real_of(int digits, int range) {
  const auto fits = [&](int has_digits, int has_range) {
    return (digits == MPI_UNDEFINED || digits <= has_digits) && (range == MPI_UNDEFINED || range <= has_range);
  };
  if (fits(6, 37)) return MPI_FLOAT;
  if (fits(15, 307)) return MPI_DOUBLE;
  if (fits(18, 4931)) return MPI_LONG_DOUBLE;
  return fits(33, 4931) ? MPI_REAL16 : nullptr;
}

int f90_type(const char* call, int combiner, std::vector<int> numbers, MPI_Datatype type, MPI_Datatype* made) {
  return on_datatypes(call, {}, [&] {
    if (!type) return +MPI_ERR_ARG;
    *made = made_of({combiner, std::move(numbers), {}, {}}, {{&resolve(type), 1, 0}});
    resolve(*made).was_committed = true; // without a call
    return +MPI_SUCCESS;
  });
}

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/datatypes.inc"
#include "sim/mpi/api/counted.hpp"

int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* made) {
  return hvector(__func__, count, length, stride, old, made);
}

int MPI_Type_create_indexed(int count, const int* lengths, const int* places, MPI_Datatype old, MPI_Datatype* made) {
  return MPI_Type_indexed(count, lengths, places, old, made);
}

int MPI_Type_hindexed(int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old, MPI_Datatype* made) {
  return hindexed(__func__, count, lengths, places, old, made);
}

int MPI_Type_struct(int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types,
                    MPI_Datatype* made) {
  return structure(__func__, count, lengths, places, types, made);
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype* made) {
  return on_datatypes(__func__, {old}, [&] {
    const DatatypePtr type(&resolve(old));
    const DatatypePtr copy(new Datatype({MPI_COMBINER_DUP, {}, {}, {type}}, {{type, 1, 0}}));
    copy->was_committed = type->is_committed();
    *made = MPI_DATATYPE_NULL;
    if (const int error = copy_attributes(self().key_values, old, type->attributes, copy->attributes)) return error;
    *made = hand_out(copy);
    return +MPI_SUCCESS;
  }); // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the pointer counts
}

int MPI_Type_create_f90_real(int digits, int range, MPI_Datatype* made) {
  return f90_type(__func__, MPI_COMBINER_F90_REAL, {digits, range}, real_of(digits, range), made);
}

int MPI_Type_create_f90_complex(int digits, int range, MPI_Datatype* made) {
  const MPI_Datatype part = real_of(digits, range);
  const auto size = part ? 2 * static_cast<std::size_t>(resolve(part).size()) : 0;
  const Sort sort = part == MPI_REAL16 ? Sort::quadruple_complex : Sort::complex;
  return f90_type(__func__, MPI_COMBINER_F90_COMPLEX, {digits, range}, named(sort, size), made);
}

int MPI_Type_create_f90_integer(int range, MPI_Datatype* made) {
  const std::size_t size = range <= 2 ? 1 : range <= 4 ? 2 : range <= 9 ? 4 : range <= 18 ? 8 : range <= 38 ? 16 : 0;
  return f90_type(__func__, MPI_COMBINER_F90_INTEGER, {range}, named(Sort::signed_integer, size), made);
}

int MPI_Type_match_size(int type_class, int size, MPI_Datatype* type) {
  return on_datatypes(__func__, {}, [&] {
    const MPI_Datatype integers[] = {MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16};
    const MPI_Datatype reals[] = {MPI_REAL4, MPI_REAL8, MPI_REAL16};
    const MPI_Datatype complexes[] = {MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32};
    const auto find = [&](const auto& all) {
      const auto* const found = std::find_if(std::begin(all), std::end(all),
                                             [size](MPI_Datatype one) { return resolve(one).size() == size; });
      return found == std::end(all) ? MPI_DATATYPE_NULL : *found;
    };
    *type = type_class == MPI_TYPECLASS_INTEGER   ? find(integers)
            : type_class == MPI_TYPECLASS_REAL    ? find(reals)
            : type_class == MPI_TYPECLASS_COMPLEX ? find(complexes)
                                                  : MPI_DATATYPE_NULL;
    return *type == MPI_DATATYPE_NULL ? +MPI_ERR_ARG : +MPI_SUCCESS;
  });
}

/// MPI_DATATYPE_NULL where MPI_MINLOC and MPI_MAXLOC know no such pair.
int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type) {
  return on_datatypes(__func__, {value_type, index_type}, [&] {
    const MPI_Datatype pairs[][3] = {
        {MPI_FLOAT, MPI_INT, MPI_FLOAT_INT}, {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
        {MPI_LONG, MPI_INT, MPI_LONG_INT},   {MPI_INT, MPI_INT, MPI_2INT},
        {MPI_SHORT, MPI_INT, MPI_SHORT_INT}, {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
        {MPI_FLOAT, MPI_FLOAT, MPI_2FLOAT},  {MPI_DOUBLE, MPI_DOUBLE, MPI_2DOUBLE},
        {MPI_LONG, MPI_LONG, MPI_2LONG}};
    const auto* const found = std::find_if(std::begin(pairs), std::end(pairs), [&](const auto& pair) {
      return pair[0] == value_type && pair[1] == index_type;
    });
    *pair_type = found == std::end(pairs) ? MPI_DATATYPE_NULL : (*found)[2];
  });
}

int MPI_Type_commit(MPI_Datatype* type) {
  return on_datatypes(__func__, {*type}, [type] { resolve(*type).was_committed = true; });
}

/// What uses it goes on.
int MPI_Type_free(MPI_Datatype* handle) {
  return on_datatypes(__func__, {*handle}, [&] {
    const Datatype& type = resolve(*handle);
    if (type.is_named()) return +MPI_ERR_TYPE;
    if (type.handles == 1)
      if (const int error = remove_attributes(self().key_values, *handle, type.attributes)) return error;
    --type.handles;
    intrusive_ptr_release(&type);
    *handle = MPI_DATATYPE_NULL;
    return +MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
