#include "models/spares/logic/network.hpp"

#include <cassert>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace daruma::models::spares {

Network::Network(std::vector<int> extents, Wrap wrap, std::vector<int> order)
    : extents_(std::move(extents)), wrap_(wrap), order_(std::move(order)) {
  if (order_.empty()) {
    order_.resize(extents_.size());
    std::iota(order_.begin(), order_.end(), 0);
  }
  assert(order_.size() == extents_.size());
  for (int extent : extents_) {
    strides_.push_back(nodes_);
    nodes_ *= extent;
  }
  coordinates_.reserve(static_cast<std::size_t>(nodes_) * extents_.size());
  for (int node = 0; node < nodes_; ++node)
    for (std::size_t axis = 0; axis < extents_.size(); ++axis)
      coordinates_.push_back(node / strides_[axis] % extents_[axis]);
}

int Network::hops(int from, int to) const {
  int sum = 0;
  for (int axis = 0; axis < dimensions(); ++axis)
    sum += std::abs(line(axis).hops(coordinate(from, axis), coordinate(to, axis)));
  return sum;
}

int Network::diameter() const {
  int sum = 0;
  for (int extent : extents_) sum += wrap_ == Wrap::none ? extent - 1 : extent / 2;
  return sum;
}

} // namespace daruma::models::spares
