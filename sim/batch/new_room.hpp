// Where processors have become free, as jobs of each size see it: when and for how long so many are free on end.
//
// Sizes are told apart by powers of two. What is said of a size is what the smallest job of it finds: others find no
// more.
#pragma once

#include "sim/core/units.hpp"

#include <array>
#include <cstddef>

namespace daruma::batch {

class NewRoom {
public:
  /// Times on end at which so many processors are free, some of them since lately.
  struct Runs {
    Seconds begin{never}; ///< of the first
    Seconds end{0};       ///< of the last
    Seconds longest{0};

    void add(const Runs&);
    /// Whether who is planned for `start` may find an earlier one there: for so long, or until then.
    bool may_help(Seconds length, Seconds start) const { return begin < start && (longest >= length || end >= start); }
  };

  /// There may be room for everybody at any time.
  static NewRoom everywhere();
  /// Of jobs of so many processors.
  static int size_of(int processors);
  static int smallest_of(int size) { return 1 << size; }

  const Runs& runs(int processors) const { return runs_[static_cast<std::size_t>(size_of(processors))]; }
  void add(int size, const Runs&);
  /// All of both.
  void add(const NewRoom&);

private:
  int sizes_ = 0; ///< for which there is any, the smallest ones
  std::array<Runs, 31> runs_{};
};

} // namespace daruma::batch
