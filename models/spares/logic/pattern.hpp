// Who sends to whom in one exchange of a job, all messages at once: stencils (the paper's sections 3
// and 5.4), and other patterns through the same door.
//
// A message has a weight: how much of a link it takes. Collision numbers are sums of weights, so one
// message of weight 1 alone on its links counts 1. A rank never sends to itself.
#pragma once

#include "sim/core/grid_line.hpp"
#include "sim/core/random_stream.hpp"

#include <cstdint>
#include <vector>

namespace daruma::models::spares {

struct Message {
  int from;
  int to;
  int weight;
};

/// One end of a message, seen from the other.
struct Partner {
  std::int32_t rank;
  std::int32_t weight;
};

class Pattern {
public:
  /// Messages between ranks 0 ... ranks - 1; those of weight 0 or to oneself are left out.
  Pattern(int ranks, const std::vector<Message>&);

  class Partners {
  public:
    Partners(const Partner* first, const Partner* last) : first_(first), last_(last) {}
    const Partner* begin() const { return first_; }
    const Partner* end() const { return last_; }

  private:
    const Partner* first_;
    const Partner* last_;
  };

  int ranks() const { return static_cast<int>(first_send_.size()) - 1; }
  Partners sends(int rank) const { return row(sends_, first_send_, rank); }
  Partners receives(int rank) const { return row(receives_, first_receive_, rank); }

private:
  using Offsets = std::vector<std::size_t>;
  static Partners row(const std::vector<Partner>& ends, const Offsets& first, int rank) {
    return {ends.data() + first[rank], ends.data() + first[static_cast<std::size_t>(rank) + 1]};
  }

  Offsets first_send_;
  Offsets first_receive_;
  std::vector<Partner> sends_;
  std::vector<Partner> receives_;
};

/// What a rank of a grid exchanges with its neighbours.
struct Stencil {
  int straight = 1; ///< weight of the messages along one axis
  int diagonal = 0; ///< weight of those along several: 0 makes the 5- and 7-point stencils, else 9 and 27
  Wrap boundary = Wrap::none;
};

/// Ranks are numbered as nodes are: x first.
Pattern stencil(const std::vector<int>& job, const Stencil&);
Pattern all_to_all(int ranks);
/// Every rank to its children in the binomial tree of root 0.
Pattern binomial_tree(int ranks);
/// Every rank to the next.
Pattern ring(int ranks);
/// Every rank to its image under a random permutation.
Pattern random_permutation(int ranks, RandomStream);

} // namespace daruma::models::spares
