// A mesh or torus with dimension-order routing: the network that the spare-node paper assumes
// (Yoshinaga, Hori, Ishikawa, section 3).
//
// Node id = x + X*y + X*Y*z + ... A message travels along one dimension after the other, in `order`.
// The router of a failed node still forwards, so routes never change.
#pragma once

#include "sim/core/grid_line.hpp"

#include <cstdint>
#include <vector>

namespace daruma::models::spares {

class Network {
public:
  /// `order` names each dimension once: the order of routing. Empty: x, y, z, ...
  Network(std::vector<int> extents, Wrap wrap, std::vector<int> order = {});

  int nodes() const { return nodes_; }
  int dimensions() const { return static_cast<int>(extents_.size()); }
  const std::vector<int>& extents() const { return extents_; }
  const std::vector<int>& order() const { return order_; }
  Wrap wrap() const { return wrap_; }

  int stride(int axis) const { return strides_[axis]; }
  int coordinate(int node, int axis) const {
    return coordinates_[static_cast<std::size_t>(node) * extents_.size() + axis];
  }
  GridLine line(int axis) const { return {extents_[axis], strides_[axis], wrap_}; }

  /// Links on the way of a message.
  int hops(int from, int to) const;
  /// The longest way that a message can have.
  int diameter() const;

private:
  std::vector<int> extents_;
  Wrap wrap_;
  std::vector<int> order_;
  std::vector<int> strides_;
  std::vector<std::int32_t> coordinates_; ///< by node, then axis: divisions would dominate the counting
  int nodes_ = 1;
};

} // namespace daruma::models::spares
