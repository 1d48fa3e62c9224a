// Room for the partial results of a collective operation, and buffers cut into parts.
#pragma once

#include "sim/core/units.hpp"
#include "sim/mpi/datatypes/operators.hpp"
#include "sim/mpi/p2p/buffer.hpp"

#include <mpi.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace daruma::mpi {

/// `count` elements of any layout.
class Scratch {
public:
  explicit Scratch(const Buffer& like) : buffer_(nullptr, like.count, like.type) {
    if (buffer_.is_solid()) {
      room_.resize(buffer_.bytes(), boost::container::default_init);
      buffer_.address = room_.data();
      return;
    }
    const Bounds& bounds = like.type->true_bounds();
    const MPI_Aint between = like.count == 0 ? 0 : (like.count - 1) * like.type->extent();
    room_.resize(static_cast<std::size_t>(std::abs(between) + bounds.upper - bounds.lower));
    buffer_.address = beyond(room_.data(), -bounds.lower - std::min<MPI_Aint>(between, 0));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const Buffer& buffer() const { return buffer_; }
  void take(const Buffer& other) { copy(other, buffer_); }

  static void copy(const Buffer& from, const Buffer& to) {
    if (from.address != to.address) to.copy_from(from);
  }

private:
  boost::container::small_vector<std::byte, 64> room_;
  Buffer buffer_;
};

/// Which of two partial results comes first in the order of ranks.
enum class Order { mine_first, theirs_first };

/// Combines both into `mine`; what `theirs` holds is lost.
inline void combine(const Operator& op, const Buffer& mine, const Buffer& theirs, Order order) {
  if (mine.count == 0) return;
  if (order == Order::theirs_first) return op.combine(theirs.address, mine.address, mine.count, *mine.type);
  op.combine(mine.address, theirs.address, mine.count, *mine.type);
  mine.copy_from(theirs);
}

/// A buffer in parts that lie one after the other.
class Parts {
public:
  /// As equal as can be: the first ones have an element more.
  Parts(Buffer whole, int n) : whole_(std::move(whole)), n_(n) {}
  /// Of so many elements each.
  Parts(Buffer whole, const std::vector<MPI_Count>& counts)
      : whole_(std::move(whole)), n_(static_cast<int>(counts.size())) {
    begins_.push_back(0);
    for (const MPI_Count count : counts) begins_.push_back(begins_.back() + count);
  }

  int size() const { return n_; }
  Buffer operator[](int i) const { return range(i, 1); }
  Buffer range(int first, int count) const {
    const MPI_Count from = begin(first);
    return whole_.part(from, begin(first + count) - from);
  }

private:
  MPI_Count begin(int i) const {
    if (!begins_.empty()) return begins_[static_cast<std::size_t>(i)];
    return i * (whole_.count / n_) + std::min<MPI_Count>(i, whole_.count % n_);
  }

  Buffer whole_;
  int n_;
  std::vector<MPI_Count> begins_; ///< and the end; empty if they are equal
};

/// How many elements go in a piece of `segment` bytes, at least one; all of them if the segment is 0.
inline MPI_Count elements_in(Bytes segment, const Buffer& buffer) {
  if (segment <= Bytes(0) || buffer.bytes() == 0) return std::max<MPI_Count>(buffer.count, 1);
  return std::max<MPI_Count>(static_cast<MPI_Count>(segment.value()) / buffer.type->size(), 1);
}

/// Mostly there is one.
using Pieces = boost::container::small_vector<Buffer, 1>;

/// Pieces of so many elements, the last of what is left; one at least.
inline Pieces pieces_of(const Buffer& buffer, MPI_Count elements) {
  Pieces pieces;
  MPI_Count first = 0;
  do {
    pieces.push_back(buffer.part(first, std::min(elements, buffer.count - first)));
    first += elements;
  } while (first < buffer.count);
  return pieces;
}

} // namespace daruma::mpi
