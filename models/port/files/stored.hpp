// A checkpoint as it is read back.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace daruma::models {

/// The newest checkpoint that a rank can read back.
struct Stored {
  std::int64_t version = -1;
  std::vector<std::byte> state;
  Bytes size{0}; ///< as which reading it is charged, where its time is simulated
};

/// For people: "version 3 of rank 0".
inline std::string name_of_version(int owner, std::int64_t version) {
  return "version " + std::to_string(version) + " of rank " + std::to_string(owner);
}

} // namespace daruma::models
