#include "sim/mpi/process/attributes.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

bool has_key(const KeyValues& keys, int key, Annotated what) {
  const auto found = keys.find(key);
  return found != keys.end() && found->second.what == what;
}

int free_key(const KeyValues& keys, int& key, Annotated what) {
  if (!has_key(keys, key, what)) return MPI_ERR_KEYVAL;
  key = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

Attributes::iterator find_attribute(Attributes& attributes, int key) {
  return std::find_if(attributes.begin(), attributes.end(), [key](const Attribute& one) { return one.key == key; });
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
