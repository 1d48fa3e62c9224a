// Attributes: what an application caches with a communicator or a datatype under keys of its own (MPI 3.1,
// section 6.7).
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <type_traits>
#include <vector>

namespace daruma::mpi {

/// What attributes are cached with. A key is for one sort of them.
enum class Annotated { communicators, datatypes, windows };

template <class Handle> constexpr Annotated annotated() {
  if (std::is_same_v<Handle, MPI_Comm>) return Annotated::communicators;
  return std::is_same_v<Handle, MPI_Win> ? Annotated::windows : Annotated::datatypes;
}

/// The functions differ in their first parameter, a handle of what they are for.
struct KeyValue {
  Annotated what;
  void (*copy)();
  void (*remove)();
  void* extra_state;
};

/// A value that another language gave to attributes: what C has is a pointer to it (MPI 3.1, section 17.2.7).
struct Number {
  std::unique_ptr<MPI_Aint> value;
  int attributes = 0; ///< that have it
};

/// The keys of one process; a freed one stays for the attributes that are still cached under it.
struct KeyValues {
  std::map<int, KeyValue> keys;
  std::map<const void*, Number> numbers; ///< by where they lie
};

/// Where a new number lies, for an attribute's value.
void* add_number(KeyValues& keys, MPI_Aint value);
bool is_number(const KeyValues& keys, const void* value);

struct Attribute {
  int key;
  void* value;
};

/// In the order in which they were set first.
using Attributes = std::vector<Attribute>;

template <class Handle> using CopyFunction = int(Handle, int, void*, void*, void*, int*);
template <class Handle> using RemoveFunction = int(Handle, int, void*, void*);

/// A new key.
template <class Handle>
int add_key(KeyValues& keys, CopyFunction<Handle>* copy, RemoveFunction<Handle>* remove, void* extra_state) {
  const int key = static_cast<int>(keys.keys.size());
  keys.keys.emplace(key, KeyValue{annotated<Handle>(), reinterpret_cast<void (*)()>(copy),
                                  reinterpret_cast<void (*)()>(remove), extra_state});
  return key;
}

bool has_key(const KeyValues& keys, int key, Annotated what);

/// The functions below return an error class.
int free_key(const KeyValues& keys, int& key, Annotated what);

int get_attribute(const KeyValues& keys, Annotated what, const Attributes& attributes, int key, void* value, int* flag);

Attributes::iterator find_attribute(Attributes& attributes, int key);

void append_attribute(KeyValues& keys, Attributes& attributes, const Attribute& added);

/// A number goes with the last attribute that has it.
void erase_attribute(KeyValues& keys, Attributes& attributes, int key);

/// What a duplicate of `handle` inherits, as the keys' copy functions decide.
template <class Handle>
int copy_attributes(KeyValues& keys, Handle handle, const Attributes& attributes, Attributes& copies) {
  for (const auto& [key, value] : Attributes(attributes)) {
    const KeyValue& definition = keys.keys.at(key);
    if (!definition.copy) continue;
    void* copied = value;
    int wanted = 1;
    if (definition.copy != reinterpret_cast<void (*)()>(MPI_DUP_FN)) {
      const auto copy = reinterpret_cast<CopyFunction<Handle>*>(definition.copy);
      if (const int error = copy(handle, key, definition.extra_state, value, &copied, &wanted)) return error;
    }
    if (wanted) append_attribute(keys, copies, {key, copied});
  }
  return MPI_SUCCESS;
}

/// Removes an attribute, unless its delete function fails.
template <class Handle> int remove_attribute(KeyValues& keys, Handle handle, Attributes& attributes, int key) {
  const auto found = find_attribute(attributes, key);
  if (found == attributes.end()) return MPI_ERR_KEYVAL;
  const KeyValue& definition = keys.keys.at(key);
  if (definition.remove) {
    const auto remove = reinterpret_cast<RemoveFunction<Handle>*>(definition.remove);
    if (const int error = remove(handle, key, found->value, definition.extra_state)) return error;
  }
  erase_attribute(keys, attributes, key);
  return MPI_SUCCESS;
}

/// Removes all, the last first.
template <class Handle> int remove_attributes(KeyValues& keys, Handle handle, Attributes& attributes) {
  while (!attributes.empty())
    if (const int error = remove_attribute(keys, handle, attributes, attributes.back().key)) return error;
  return MPI_SUCCESS;
}

/// What was there under the key is removed first.
template <class Handle>
int set_attribute(KeyValues& keys, Handle handle, Attributes& attributes, int key, void* value) {
  if (!has_key(keys, key, annotated<Handle>())) return MPI_ERR_KEYVAL;
  if (find_attribute(attributes, key) != attributes.end())
    if (const int error = remove_attribute(keys, handle, attributes, key)) return error;
  append_attribute(keys, attributes, {key, value});
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
