// The frames of the calling thread that are its program's.
#pragma once

#include <cstddef>
#include <vector>

namespace daruma::hosting {

/// Where a thread has come to in its program.
struct CallChain {
  struct Place {
    const void* address;
    int times; ///< in a row, where a function calls itself
  };

  std::vector<Place> places;  ///< of its functions, the innermost first: in each the call that it waits for
  bool is_whole = true;       ///< no outer ones are left out
  const char* call = nullptr; ///< of MPI or the system, in which it waits; null if it does not
};

/// Its places.
CallChain call_chain();

/// The first of them; null if there is none. Takes no memory, as signal handlers ask.
const void* innermost_place();

} // namespace daruma::hosting
