// What datatypes are: sizes, bounds, how they were made, names and attributes; and how much of them a message held.
#include "sim/mpi/api/datatype_calls.hpp"
#include "sim/mpi/p2p/status.hpp"

#include <cstring>
#include <limits>
#include <string>

namespace daruma::mpi {

namespace {

template <class Number> Number fitting(MPI_Count number) {
  return number > std::numeric_limits<Number>::max() ? static_cast<Number>(MPI_UNDEFINED) : static_cast<Number>(number);
}

template <class Number>
int give_bounds(const char* call, MPI_Datatype type, Bounds (*bounds_of)(const Datatype&), Number* lower,
                Number* extent) {
  return on_datatypes(call, {type}, [&] {
    if (!lower || !extent) return +MPI_ERR_ARG;
    const Bounds bounds = bounds_of(resolve(type));
    *lower = bounds.lower;
    *extent = bounds.upper - bounds.lower;
    return +MPI_SUCCESS;
  });
}

Bounds bounds_of(const Datatype& type) { return type.bounds(); }
Bounds true_bounds_of(const Datatype& type) { return type.true_bounds(); }

template <class Number> int give_count(const char* call, const MPI_Status* status, MPI_Datatype type, Number* count) {
  return on_datatypes(call, {type}, [&] {
    const MPI_Count size = resolve(type).size();
    const MPI_Count bytes = bytes_of(*status);
    if (size == 0)
      *count = bytes == 0 ? 0 : static_cast<Number>(MPI_UNDEFINED);
    else
      *count = bytes % size == 0 ? fitting<Number>(bytes / size) : static_cast<Number>(MPI_UNDEFINED);
    return +MPI_SUCCESS;
  });
}

template <class Number>
int give_elements(const char* call, const MPI_Status* status, MPI_Datatype type, Number* count) {
  return on_datatypes(call, {type}, [&] {
    const Datatype& counted = resolve(type);
    MPI_Count bytes = bytes_of(*status);
    MPI_Count elements = counted.size() == 0 ? 0 : bytes / counted.size() * counted.elements();
    if (counted.size() != 0) bytes %= counted.size();
    if (bytes != 0) elements += counted.elements_in(bytes);
    *count = bytes == 0 ? fitting<Number>(elements) : static_cast<Number>(MPI_UNDEFINED);
    return +MPI_SUCCESS;
  });
}

template <class Number> void copy_all(const std::vector<Number>& numbers, Number* to) {
  std::copy(numbers.begin(), numbers.end(), to);
}

template <class Number>
void give_sizes(const Recipe& recipe, Number* integers, Number* addresses, Number* types, int* combiner) {
  *integers = static_cast<Number>(recipe.integers.size());
  *addresses = static_cast<Number>(recipe.addresses.size());
  *types = static_cast<Number>(recipe.types.size());
  *combiner = recipe.combiner;
}

int give_contents(const Datatype& type, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_types,
                  int* integers, MPI_Aint* addresses, MPI_Datatype* types) {
  const Recipe& recipe = type.recipe();
  const auto fits = [](MPI_Count room, std::size_t count) { return room >= static_cast<MPI_Count>(count); };
  if (type.is_named()) return MPI_ERR_TYPE;
  if (!fits(max_integers, recipe.integers.size()) || !fits(max_addresses, recipe.addresses.size()) ||
      !fits(max_types, recipe.types.size()))
    return MPI_ERR_ARG;
  copy_all(recipe.integers, integers);
  copy_all(recipe.addresses, addresses);
  std::transform(recipe.types.begin(), recipe.types.end(), types, hand_out);
  return MPI_SUCCESS;
}

KeyValues& keys() { return self().key_values; }

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/datatype_queries.inc"
#include "sim/mpi/api/counted.hpp"

int MPI_Type_size_x(MPI_Datatype type, MPI_Count* size) {
  return on_datatypes(__func__, {type}, [&] {
    if (!size) return +MPI_ERR_ARG;
    *size = resolve(type).size();
    return +MPI_SUCCESS;
  });
}

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) {
  return give_bounds(__func__, type, bounds_of, lower, extent);
}

int MPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) {
  return give_bounds(__func__, type, true_bounds_of, lower, extent);
}

int MPI_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  MPI_Aint lower = 0;
  return give_bounds(__func__, type, bounds_of, &lower, extent);
}

int MPI_Type_lb(MPI_Datatype type, MPI_Aint* lower) {
  MPI_Aint extent = 0;
  return give_bounds(__func__, type, bounds_of, lower, &extent);
}

int MPI_Type_ub(MPI_Datatype type, MPI_Aint* upper) {
  return on_datatypes(__func__, {type}, [&] {
    if (!upper) return +MPI_ERR_ARG;
    *upper = resolve(type).bounds().upper;
    return +MPI_SUCCESS;
  });
}

/// What was made with large counts only the calls with large counts can tell.
int MPI_Type_get_envelope(MPI_Datatype type, int* integers, int* addresses, int* types, int* combiner) {
  return on_datatypes(__func__, {type}, [&] {
    const Recipe& recipe = resolve(type).recipe();
    if (!recipe.counts.empty()) return +MPI_ERR_TYPE;
    give_sizes(recipe, integers, addresses, types, combiner);
    return +MPI_SUCCESS;
  });
}

int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count* integers, MPI_Count* addresses, MPI_Count* large_counts,
                            MPI_Count* types, int* combiner) {
  return on_datatypes(__func__, {type}, [&] {
    const Recipe& recipe = resolve(type).recipe();
    give_sizes(recipe, integers, addresses, types, combiner);
    *large_counts = static_cast<MPI_Count>(recipe.counts.size());
  });
}

int MPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types, int* integers,
                          MPI_Aint* addresses, MPI_Datatype* types) {
  return on_datatypes(__func__, {type}, [&] {
    if (!resolve(type).recipe().counts.empty()) return +MPI_ERR_TYPE;
    return give_contents(resolve(type), max_integers, max_addresses, max_types, integers, addresses, types);
  });
}

int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_types, int* integers, MPI_Aint* addresses,
                            MPI_Count* large_counts, MPI_Datatype* types) {
  return on_datatypes(__func__, {type}, [&] {
    const auto& counts = resolve(type).recipe().counts;
    if (max_large_counts < static_cast<MPI_Count>(counts.size())) return +MPI_ERR_ARG;
    copy_all(counts, large_counts);
    return give_contents(resolve(type), max_integers, max_addresses, max_types, integers, addresses, types);
  });
}

int MPI_Type_set_name(MPI_Datatype type, const char* name) {
  return on_datatypes(__func__, {type}, [&] { resolve(type).name = name; });
}

int MPI_Type_get_name(MPI_Datatype type, char* name, int* length) {
  const auto give_name = [&](const std::string& text) {
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  };
  if (type == MPI_DATATYPE_NULL) {
    give_name("MPI_DATATYPE_NULL");
    return MPI_SUCCESS;
  }
  return on_datatypes(__func__, {type}, [&] { give_name(resolve(type).name.substr(0, MPI_MAX_OBJECT_NAME - 1)); });
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* remove, int* key,
                           void* extra_state) {
  return on_datatypes(__func__, {}, [&] { *key = add_key(keys(), copy, remove, extra_state); });
}

int MPI_Type_free_keyval(int* key) {
  return on_datatypes(__func__, {}, [&] { return free_key(keys(), *key, Annotated::datatypes); });
}

int MPI_Type_set_attr(MPI_Datatype type, int key, void* value) {
  return on_datatypes(__func__, {type},
                      [&] { return set_attribute(keys(), type, resolve(type).attributes, key, value); });
}

int MPI_Type_get_attr(MPI_Datatype type, int key, void* value, int* flag) {
  return on_datatypes(__func__, {type}, [&] {
    return get_attribute(keys(), Annotated::datatypes, resolve(type).attributes, key, value, flag);
  });
}

int MPI_Type_delete_attr(MPI_Datatype type, int key) {
  return on_datatypes(__func__, {type}, [&] { return remove_attribute(keys(), type, resolve(type).attributes, key); });
}

int MPI_Get_elements_x(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
  return give_elements(__func__, status, type, count);
}

/// A whole number of the datatype's named elements.
int MPI_Status_set_elements_x(MPI_Status* status, MPI_Datatype type, MPI_Count count) {
  return on_datatypes(__func__, {type}, [&] { set_bytes(*status, resolve(type).bytes_of_elements(count)); });
}

int MPI_Status_set_cancelled(MPI_Status* status, int flag) {
  set_cancelled(*status, flag != 0);
  return MPI_SUCCESS;
}

int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
  *flag = is_cancelled(*status);
  return MPI_SUCCESS;
}

int MPI_Get_address(const void* location, MPI_Aint* address) {
  *address = reinterpret_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}

int MPI_Address(const void* location, MPI_Aint* address) { return MPI_Get_address(location, address); }

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
MPI_Aint MPI_Aint_diff(MPI_Aint base, MPI_Aint displacement) { return base - displacement; }
}

} // namespace daruma::mpi
