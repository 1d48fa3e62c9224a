// The frames of the calling thread that are its program's. Where the program has destroyed its stack, those that can be
// found.
#pragma once

#include <cstdint>
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

/// The registers of a frame whose function waits for a call to return, as the call leaves them.
struct SavedFrame {
  std::uint64_t next = 0; ///< the instruction that it goes on with; 0: there is no frame
  std::uint64_t stack = 0;
  std::uint64_t rbx = 0;
  std::uint64_t rbp = 0;
  std::uint64_t r12 = 0;
  std::uint64_t r13 = 0;
  std::uint64_t r14 = 0;
  std::uint64_t r15 = 0;
};

/// The innermost of its frames.
SavedFrame innermost_frame();

/// The first of its places; null if there is none. Takes no memory, as signal handlers ask.
const void* innermost_place();

/// For handlers of faults: where the fault is one of looking at frames, those that are left are given up, and this does
/// not return.
void give_up_frames();

} // namespace daruma::hosting
