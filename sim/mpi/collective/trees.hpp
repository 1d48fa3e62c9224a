// Binomial trees over the ranks of an exchange, the root at position 0.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/p2p/buffer.hpp"
#include "sim/mpi/p2p/layout.hpp"

#include <mpi.h>

#include <boost/container/small_vector.hpp>

#include <cstddef>

namespace daruma::mpi {

/// Room for the partial results of a collective: `count` elements of any layout.
class Scratch {
public:
  Scratch(int count, MPI_Datatype type) : buffer_{nullptr, count, type} {
    if (buffer_.is_solid()) {
      room_.resize(buffer_.bytes(), boost::container::default_init);
      buffer_.address = room_.data();
      return;
    }
    const Layout layout(type);
    const MPI_Aint size = count == 0 ? 0 : (count - 1) * layout.extent() + layout.end() - layout.begin();
    room_.resize(static_cast<std::size_t>(size));
    buffer_.address = room_.data() - layout.begin();
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
int reduce_tree(const Exchange& exchange, Scratch& mine, MPI_Op op, int root);
/// Nobody leaves before everybody came.
int barrier_tree(const Exchange& exchange);

} // namespace daruma::mpi
