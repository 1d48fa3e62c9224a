// Recursive algorithms, which double or halve what ranks hold, among a number of ranks that is no power of two.
//
// Of the first ranks each even one lends its data to the odd one after it and gets the result back, so that as many
// take part as the largest power of two within. Those who do have places, in the order of their ranks.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/collective/scratch.hpp"

namespace daruma::mpi {

class Folding {
public:
  static constexpr int lent = -1;

  explicit Folding(const Exchange& exchange)
      : size_(power_of_two_within(exchange.size())), lenders_(exchange.size() - size_),
        place_(place_of(exchange.rank())) {
    if (exchange.rank() < 2 * lenders_ && exchange.rank() % 2 == 0) place_ = lent;
  }

  /// How many take part.
  int size() const { return size_; }
  /// The caller's, or `lent`.
  int place() const { return place_; }
  int rank_of(int place) const { return place < lenders_ ? 2 * place + 1 : place + lenders_; }
  /// Of who takes part for that rank.
  int place_of(int rank) const { return rank < 2 * lenders_ ? rank / 2 : rank - lenders_; }
  /// How many ranks a place stands for, one or two: those up to its own.
  int ranks_at(int place) const { return place < lenders_ ? 2 : 1; }

  /// The caller's results are combined with what it has been lent.
  int gather(const Exchange& exchange, const Buffer& mine, const Operator& op) const {
    if (place_ == lent) return exchange.send(mine, exchange.rank() + 1);
    if (ranks_at(place_) == 1) return MPI_SUCCESS;
    const Scratch theirs(mine);
    if (const int error = exchange.receive(theirs.buffer(), exchange.rank() - 1)) return error;
    exchange.combine(op, mine, theirs.buffer(), Order::theirs_first);
    return MPI_SUCCESS;
  }
  /// Who has lent gets `result`, and the others give it.
  int give_back(const Exchange& exchange, const Buffer& result) const {
    if (place_ == lent) return exchange.receive(result, exchange.rank() + 1);
    return ranks_at(place_) == 2 ? exchange.send(result, exchange.rank() - 1) : +MPI_SUCCESS;
  }

private:
  int size_;
  int lenders_;
  int place_;
};

/// Which partner comes first, with whom most is exchanged.
enum class Nearest { first, last };

/// Recursive halving: of `parts`, one for each place, the caller ends with all ranks' combination of one.
/// That of its own place if the nearest come last; else the place with its bits turned round.
class Halving {
public:
  Halving(const Folding& folding, const Parts& parts, Nearest nearest)
      : folding_(folding), parts_(parts), nearest_(nearest), count_(folding.size()) {}

  int reduce(const Exchange&, const Operator&);
  /// The way back: everybody ends with all parts.
  int allgather(const Exchange&);
  /// The way back for one alone.
  int gather(const Exchange&, int root_place);
  Buffer part() const { return parts_.range(first_, count_); }
  int first() const { return first_; }

private:
  /// The bits of places, in the order of halving.
  int mask(int step) const { return nearest_ == Nearest::first ? 1 << step : folding_.size() >> (step + 1); }
  int steps() const;
  bool takes_upper(int step) const { return (folding_.place() & mask(step)) != 0; }
  int partner(int step) const { return folding_.rank_of(folding_.place() ^ mask(step)); }
  /// Where the other half is when going back.
  int sibling(int step) const { return takes_upper(step) ? first_ - count_ : first_ + count_; }

  const Folding& folding_;
  const Parts& parts_;
  Nearest nearest_;
  int first_ = 0;
  int count_;
};

} // namespace daruma::mpi
