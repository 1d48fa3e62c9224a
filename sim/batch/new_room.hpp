// Where processors have become free, as jobs of each size see it: when and for how long so many are free on end.
//
// Sizes are told apart by powers of two. What is said of a size is what the smallest job of it finds: others find no
// more.
#pragma once

#include "sim/batch/bits.hpp"
#include "sim/core/units.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace daruma::batch {

class NewRoom {
public:
  /// Times on end at which so many processors are free, some of them since lately. What has no end is told apart: in
  /// the end all are free, and that is of no use to who starts before.
  struct Runs {
    Seconds begin{never};   ///< of the first
    Seconds end{0};         ///< of the last of those that end
    Seconds longest{0};     ///< of those that end
    Seconds endless{never}; ///< begin of the first that has no end

    static Runs one(Seconds begin, Seconds end);
    void add(const Runs&);
    /// Whether who is planned for `start` may find an earlier one there: for so long, or until then.
    bool may_help(Seconds length, Seconds start) const {
      return begin < start && (is_long(length, start) || end >= start);
    }
    /// Whether one that begins before `start`, as far as is known, is so long.
    bool is_long(Seconds length, Seconds start) const { return longest >= length || endless < start; }
    /// Of those that begin before `start`.
    Seconds end_before(Seconds start) const { return endless < start ? start : std::min(start, end); }
  };

  /// There may be room for everybody at any time.
  static NewRoom everywhere();
  /// Of jobs of so many processors.
  static int size_of(int processors) { return highest_bit(static_cast<std::uint64_t>(processors)); }
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
