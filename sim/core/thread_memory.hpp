// What is kept for a thread: its record in the C library, errno, thread_local variables. It is memory as any other,
// which a wild write may come through, and nothing works without it, handlers of signals no more than the rest.
//
// On x86-64 what the libraries have that a program begins with lies below the thread's record, side by side, and
// equally in all threads.
#pragma once

#include <vector>

namespace daruma {

/// To be called in main, before libraries are opened and threads started.
void find_thread_memory();

/// That of the thread that makes it; nothing where nobody has found it.
class ThreadMemory {
public:
  ThreadMemory();
  // For handlers of signals.

  /// Whether nothing has come through it that went on to the thread's record.
  bool is_whole() const;
  /// As it was.
  void restore() const;

private:
  char* record_; ///< where the thread pointer leads
  std::vector<char> copy_;
};

} // namespace daruma
