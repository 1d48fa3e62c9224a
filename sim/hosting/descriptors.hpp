// Whose the open files are: the simulator's, or a hosted process's. None closes another's, although all have the same
// table. Of what nobody has noted, as of pipes, each may dispose.
#pragma once

#include <vector>

namespace daruma::hosting {

/// A session begins: all that are open now, but for standard input, output and error, are the simulator's.
void keep_open_descriptors();

/// Those of one process, until it is gone.
class Descriptors {
public:
  Descriptors() = default;
  ~Descriptors();
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  void note(int descriptor);
  /// It is closed, and may soon be anybody's.
  void forget(int descriptor);
  /// Whether it is the simulator's or another process's.
  bool are_without(int descriptor) const;
  /// In ascending order.
  std::vector<int> all() const;
};

} // namespace daruma::hosting
