#include "sim/mpi/process/attributes.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

void* add_number(KeyValues& keys, MPI_Aint value) {
  auto number = std::make_unique<MPI_Aint>(value);
  void* const place = number.get();
  keys.numbers.emplace(place, Number{std::move(number)});
  return place;
}

bool is_number(const KeyValues& keys, const void* value) { return keys.numbers.count(value) != 0; }

bool has_key(const KeyValues& keys, int key, Annotated what) {
  const auto found = keys.keys.find(key);
  return found != keys.keys.end() && found->second.what == what;
}

int free_key(const KeyValues& keys, int& key, Annotated what) {
  if (!has_key(keys, key, what)) return MPI_ERR_KEYVAL;
  key = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

Attributes::iterator find_attribute(Attributes& attributes, int key) {
  return std::find_if(attributes.begin(), attributes.end(), [key](const Attribute& one) { return one.key == key; });
}

void append_attribute(KeyValues& keys, Attributes& attributes, const Attribute& added) {
  if (const auto number = keys.numbers.find(added.value); number != keys.numbers.end()) ++number->second.attributes;
  attributes.push_back(added);
}

void erase_attribute(KeyValues& keys, Attributes& attributes, int key) {
  const auto erased = find_attribute(attributes, key);
  if (erased == attributes.end()) return;
  const auto number = keys.numbers.find(erased->value);
  if (number != keys.numbers.end() && --number->second.attributes == 0) keys.numbers.erase(number);
  attributes.erase(erased);
}

int get_attribute(const KeyValues& keys, Annotated what, const Attributes& attributes, int key, void* value,
                  int* flag) {
  if (!has_key(keys, key, what)) return MPI_ERR_KEYVAL;
  const auto found =
      std::find_if(attributes.begin(), attributes.end(), [key](const Attribute& one) { return one.key == key; });
  *flag = found != attributes.end();
  if (*flag) std::memcpy(value, &found->value, sizeof found->value);
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
