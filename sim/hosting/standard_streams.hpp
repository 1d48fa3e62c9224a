// stdin, stdout and stderr. They are variables of the C library's, one for all, which a program may set to streams of
// its own.
#pragma once

#include <cstdio>

namespace daruma::hosting {

struct StandardStreams {
  FILE* input;
  FILE* output;
  FILE* error;

  /// Which they are.
  static StandardStreams now() { return {stdin, stdout, stderr}; }
  /// Which they were before any program ran: the simulator's.
  static const StandardStreams& first();

  void set() const {
    stdin = input;
    stdout = output;
    stderr = error;
  }
  bool include(const FILE* stream) const { return stream == input || stream == output || stream == error; }
};

} // namespace daruma::hosting
