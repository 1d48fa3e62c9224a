// One line of a mesh or torus along one dimension: where its nodes are and which way a message goes.
//
// Along a ring of a torus a message goes the shorter way; at exactly half of an even ring it goes in
// the direction of growing coordinates. By that rule nothing ever travels down a ring of two.
#pragma once

namespace daruma {

enum class Wrap { none, around };

enum Direction : int { backward = 0, forward = 1 };

/// Its extent and the distance in ids between neighbours on it.
struct GridLine {
  int extent;
  int stride;
  Wrap wrap;

  int coordinate(int node) const { return node / stride % extent; }

  /// Signed number of hops from one coordinate to another: positive is forward.
  int hops(int from, int to) const {
    const int direct = to - from;
    if (wrap == Wrap::none) return direct;
    const int forward_hops = direct < 0 ? direct + extent : direct;
    return 2 * forward_hops <= extent ? forward_hops : forward_hops - extent;
  }

  bool has_link(int node, Direction direction) const {
    if (wrap == Wrap::around) return direction == forward ? extent > 1 : extent > 2;
    return direction == forward ? coordinate(node) + 1 < extent : coordinate(node) > 0;
  }

  int neighbour(int node, Direction direction) const {
    const int here = coordinate(node);
    const int there = (here + (direction == forward ? 1 : extent - 1)) % extent;
    return node + (there - here) * stride;
  }
};

} // namespace daruma
