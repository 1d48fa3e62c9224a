// A checkpoint as it is read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daruma::models {

/// The newest checkpoint that a rank can read back.
struct Stored {
  std::int64_t version = -1;
  std::vector<std::byte> state;
};

} // namespace daruma::models
