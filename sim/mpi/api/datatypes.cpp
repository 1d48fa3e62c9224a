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

std::vector<int> joined(std::initializer_list<std::vector<int>> lists) {
  std::vector<int> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

template <class Number> std::vector<Number> listed(int count, const Number* numbers) {
  return count > 0 ? std::vector<Number>(numbers, numbers + count) : std::vector<Number>{};
}

int check_counts(int count, const int* lengths) {
  const auto is_negative = [](int length) { return length < 0; };
  if (count < 0) return MPI_ERR_COUNT;
  return std::any_of(lengths, lengths + count, is_negative) ? +MPI_ERR_ARG : +MPI_SUCCESS;
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

int vector(const char* call, int combiner, int count, int length, MPI_Aint stride, MPI_Datatype old,
           MPI_Datatype* made) {
  const bool is_in_bytes = combiner == MPI_COMBINER_HVECTOR;
  const int error = count < 0 ? MPI_ERR_COUNT : length < 0 ? MPI_ERR_ARG : MPI_SUCCESS;
  return from_type(call, error, old, made, [&](const DatatypePtr& type) {
    Recipe recipe{combiner, {count, length}, {}, {type}};
    if (is_in_bytes)
      recipe.addresses = {stride};
    else
      recipe.integers.push_back(static_cast<int>(stride));
    return made_of(std::move(recipe), {{type, length, 0, count, is_in_bytes ? stride : stride * type->extent()}});
  });
}

/// Blocks of `length(i)` elements, each at `place(i)` bytes.
template <class Length, class Place> Parts blocks(const DatatypePtr& type, int count, Length&& length, Place&& place) {
  Parts parts;
  parts.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) parts.push_back({type, length(i), place(i)});
  return parts;
}

int hindexed(const char* call, int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old,
             MPI_Datatype* made) {
  return from_type(call, check_counts(count, lengths), old, made, [&](const DatatypePtr& type) {
    Recipe recipe{MPI_COMBINER_HINDEXED, joined({{count}, listed(count, lengths)}), listed(count, places), {type}};
    return made_of(std::move(recipe),
                   blocks(
                       type, count, [=](int i) { return lengths[i]; }, [=](int i) { return places[i]; }));
  });
}

int structure(const char* call, int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types,
              MPI_Datatype* made) {
  return on_datatypes(call, {}, [&] {
    if (const int error = check_counts(count, lengths)) return error;
    Recipe recipe{MPI_COMBINER_STRUCT, joined({{count}, listed(count, lengths)}), listed(count, places), {}};
    Parts parts;
    for (int i = 0; i < count; ++i) {
      if (types[i] == MPI_DATATYPE_NULL) return +MPI_ERR_TYPE;
      recipe.types.emplace_back(&resolve(types[i]));
      parts.push_back({recipe.types.back(), lengths[i], places[i]});
    }
    *made = made_of(std::move(recipe), std::move(parts), Datatype::Padding::as_struct);
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

int check_subarray(int dimensions, const int* sizes, const int* parts, const int* starts, int order) {
  if (dimensions < 0) return MPI_ERR_ARG;
  for (int d = 0; d < dimensions; ++d)
    if (sizes[d] < 1 || parts[d] < 0 || parts[d] > sizes[d] || starts[d] < 0 || starts[d] > sizes[d] - parts[d])
      return MPI_ERR_ARG;
  return check_order(order);
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
bool spread(int size, int kind, int argument, int processes, Spread& spread) {
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

/// The number of that precision as C knows it; null if none is as wide.
MPI_Datatype real_of(int digits, int range) {
  const auto fits = [&](int has_digits, int has_range) {
    return (digits == MPI_UNDEFINED || digits <= has_digits) && (range == MPI_UNDEFINED || range <= has_range);
  };
  if (fits(6, 37)) return MPI_FLOAT;
  if (fits(15, 307)) return MPI_DOUBLE;
  return fits(18, 4931) ? MPI_LONG_DOUBLE : nullptr;
}

int f90_type(const char* call, int combiner, std::vector<int> numbers, MPI_Datatype type, MPI_Datatype* made) {
  return on_datatypes(call, {}, [&] {
    if (!type) return +MPI_ERR_ARG;
    const DatatypePtr like(&resolve(type));
    *made = made_of({combiner, std::move(numbers), {}, {}}, {{like, 1, 0}});
    return +MPI_SUCCESS;
  });
}

} // namespace

extern "C" {

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype* made) {
  return from_type(__func__, count < 0 ? +MPI_ERR_COUNT : +MPI_SUCCESS, old, made, [&](const DatatypePtr& type) {
    return made_of({MPI_COMBINER_CONTIGUOUS, {count}, {}, {type}}, {{type, count, 0}});
  });
}

int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype* made) {
  return vector(__func__, MPI_COMBINER_VECTOR, count, length, stride, old, made);
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* made) {
  return vector(__func__, MPI_COMBINER_HVECTOR, count, length, stride, old, made);
}

int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* made) {
  return vector(__func__, MPI_COMBINER_HVECTOR, count, length, stride, old, made);
}

int MPI_Type_indexed(int count, const int* lengths, const int* places, MPI_Datatype old, MPI_Datatype* made) {
  return from_type(__func__, check_counts(count, lengths), old, made, [&](const DatatypePtr& type) {
    return made_of(
        {MPI_COMBINER_INDEXED, joined({{count}, listed(count, lengths), listed(count, places)}), {}, {type}},
        blocks(
            type, count, [=](int i) { return lengths[i]; }, [&](int i) { return places[i] * type->extent(); }));
  });
}

int MPI_Type_create_indexed(int count, const int* lengths, const int* places, MPI_Datatype old, MPI_Datatype* made) {
  return MPI_Type_indexed(count, lengths, places, old, made);
}

int MPI_Type_create_hindexed(int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old,
                             MPI_Datatype* made) {
  return hindexed(__func__, count, lengths, places, old, made);
}

int MPI_Type_hindexed(int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old, MPI_Datatype* made) {
  return hindexed(__func__, count, lengths, places, old, made);
}

int MPI_Type_create_indexed_block(int count, int length, const int* places, MPI_Datatype old, MPI_Datatype* made) {
  const int error = count < 0 ? MPI_ERR_COUNT : length < 0 ? MPI_ERR_ARG : MPI_SUCCESS;
  return from_type(__func__, error, old, made, [&](const DatatypePtr& type) {
    return made_of({MPI_COMBINER_INDEXED_BLOCK, joined({{count, length}, listed(count, places)}), {}, {type}},
                   blocks(
                       type, count, [=](int) { return length; }, [&](int i) { return places[i] * type->extent(); }));
  });
}

int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint* places, MPI_Datatype old,
                                   MPI_Datatype* made) {
  const int error = count < 0 ? MPI_ERR_COUNT : length < 0 ? MPI_ERR_ARG : MPI_SUCCESS;
  return from_type(__func__, error, old, made, [&](const DatatypePtr& type) {
    return made_of({MPI_COMBINER_HINDEXED_BLOCK, {count, length}, listed(count, places), {type}},
                   blocks(
                       type, count, [=](int) { return length; }, [=](int i) { return places[i]; }));
  });
}

int MPI_Type_create_struct(int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types,
                           MPI_Datatype* made) {
  return structure(__func__, count, lengths, places, types, made);
}

int MPI_Type_struct(int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types,
                    MPI_Datatype* made) {
  return structure(__func__, count, lengths, places, types, made);
}

int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lower, MPI_Aint extent, MPI_Datatype* made) {
  return from_type(__func__, MPI_SUCCESS, old, made, [&](const DatatypePtr& type) {
    return made_of({MPI_COMBINER_RESIZED, {}, {lower, extent}, {type}}, {{type, 1, 0}}, Datatype::Padding::none,
                   Bounds{lower, lower + extent});
  });
}

int MPI_Type_create_subarray(int dimensions, const int* sizes, const int* parts, const int* starts, int order,
                             MPI_Datatype old, MPI_Datatype* made) {
  const int error = check_subarray(dimensions, sizes, parts, starts, order);
  return from_type(__func__, error, old, made, [&](const DatatypePtr& type) {
    const auto row = [&](int d, const DatatypePtr& element) {
      return part_of_row(element, sizes[d], {{element, parts[d], starts[d] * element->extent()}});
    };
    return array_made_of(
        {MPI_COMBINER_SUBARRAY,
         joined(
             {{dimensions}, listed(dimensions, sizes), listed(dimensions, parts), listed(dimensions, starts), {order}}),
         {},
         {type}},
        array_of(dimensions, order, type, row));
  });
}

int MPI_Type_create_darray(int size, int rank, int dimensions, const int* sizes, const int* kinds, const int* arguments,
                           const int* grid, int order, MPI_Datatype old, MPI_Datatype* made) {
  std::vector<Spread> spreads;
  int error = check_order(order);
  const bool is_grid = dimensions > 0 && std::all_of(grid, grid + dimensions, [](int n) { return n > 0; }) &&
                       std::accumulate(grid, grid + dimensions, 1, std::multiplies<>()) == size;
  if (!is_grid || rank < 0 || rank >= size) error = MPI_ERR_ARG;
  for (int d = 0; d < dimensions && error == MPI_SUCCESS; ++d) {
    Spread one{};
    one.place = place_in_grid(rank, dimensions, grid)[static_cast<std::size_t>(d)];
    if (!spread(sizes[d], kinds[d], arguments[d], grid[d], one)) error = MPI_ERR_ARG;
    spreads.push_back(one);
  }
  return from_type(__func__, error, old, made, [&](const DatatypePtr& type) {
    const auto row = [&](int d, const DatatypePtr& element) {
      return cyclic(spreads[static_cast<std::size_t>(d)], element);
    };
    return array_made_of({MPI_COMBINER_DARRAY,
                          joined({{size, rank, dimensions},
                                  listed(dimensions, sizes),
                                  listed(dimensions, kinds),
                                  listed(dimensions, arguments),
                                  listed(dimensions, grid),
                                  {order}}),
                          {},
                          {type}},
                         array_of(dimensions, order, type, row));
  });
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype* made) {
  return on_datatypes(__func__, {old}, [&] {
    const DatatypePtr type(&resolve(old));
    const DatatypePtr copy(new Datatype({MPI_COMBINER_DUP, {}, {}, {type}}, {{type, 1, 0}}));
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
  return f90_type(__func__, MPI_COMBINER_F90_COMPLEX, {digits, range}, named(Sort::complex, size), made);
}

int MPI_Type_create_f90_integer(int range, MPI_Datatype* made) {
  const std::size_t size = range <= 2 ? 1 : range <= 4 ? 2 : range <= 9 ? 4 : range <= 18 ? 8 : 0;
  return f90_type(__func__, MPI_COMBINER_F90_INTEGER, {range}, named(Sort::signed_integer, size), made);
}

int MPI_Type_match_size(int type_class, int size, MPI_Datatype* type) {
  return on_datatypes(__func__, {}, [&] {
    const Sort sort = type_class == MPI_TYPECLASS_INTEGER   ? Sort::signed_integer
                      : type_class == MPI_TYPECLASS_REAL    ? Sort::real
                      : type_class == MPI_TYPECLASS_COMPLEX ? Sort::complex
                                                            : Sort::none;
    const MPI_Datatype found = sort == Sort::none ? nullptr : named(sort, static_cast<std::size_t>(size));
    *type = found ? found : MPI_DATATYPE_NULL;
    return found ? +MPI_SUCCESS : +MPI_ERR_ARG;
  });
}

int MPI_Type_commit(MPI_Datatype* type) {
  return on_datatypes(__func__, {*type}, [] { return MPI_SUCCESS; });
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
