// Binomial trees over the ranks of an exchange, the root at position 0.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/datatypes/operators.hpp"
#include "sim/mpi/p2p/buffer.hpp"

#include <mpi.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace daruma::mpi {

/// Room for the partial results of a collective: `count` elements of any layout.
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
    buffer_.address = room_.data() - bounds.lower - std::min<MPI_Aint>(between, 0);
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

int bcast_tree(const Exchange& exchange, const Buffer& buffer, int root);
/// Reduces everybody's `mine` into that of `root`; ranks combine in ascending order from the root on.
int reduce_tree(const Exchange& exchange, Scratch& mine, const Operator& op, int root);
/// Nobody leaves before everybody came.
int barrier_tree(const Exchange& exchange);

} // namespace daruma::mpi
