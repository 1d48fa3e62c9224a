// The messages of one collective call: they match by the call's turn on its communicator.
#pragma once

#include "sim/mpi/collective/blocks.hpp"
#include "sim/mpi/collective/collective_sequence.hpp"
#include "sim/mpi/collective/scratch.hpp"
#include "sim/mpi/p2p/messages.hpp"

#include <mpi.h>

#include <list>
#include <vector>

namespace daruma::mpi {

class Exchange {
public:
  explicit Exchange(const CollectiveSequence& turn) : comm_(turn.comm), tag_(turn.number) {}

  LocalCommunicator& comm() const { return *comm_; }
  int rank() const;
  /// How many ranks a peer can be.
  int size() const;
  /// Whether it is among some of the communicator's ranks only.
  bool is_partial() const { return members_ != nullptr; }
  /// The same call's messages among the caller's own side of an intercommunicator.
  Exchange within() const;
  /// The same where ranks are counted from that one on, which becomes 0.
  Exchange counted_from(int rank) const;
  /// The same among some of the communicator's ranks, the caller one of them, who are called by their place in
  /// `members`, which stays where it is.
  Exchange among(const std::vector<int>& members) const;

  int send(const Buffer& buffer, int peer) const;
  int receive(const Buffer& buffer, int peer) const;
  int send_receive(const Buffer& out, int to, const Buffer& in, int from) const;
  static constexpr int nobody = -1;
  /// Requests with many peers at once, posted in order of rank.
  int send_all(const Blocks& blocks, int except = nobody) const;
  int receive_all(const Blocks& blocks, int except = nobody) const;
  /// Both at once, with all peers.
  int swap_all(const Blocks& out, const Blocks& in) const;
  /// Both at once, with the partners on a topology.
  int swap(const Blocks& out, const Blocks& in, const Partners& partners) const;

  /// Combines both into `mine`; what `theirs` holds is lost.
  void combine(const Operator& op, const Buffer& mine, const Buffer& theirs, Order order) const;
  /// As libraries do, too: takes processor time.
  void copy(const Buffer& from, const Buffer& to) const;

private:
  friend class Posted;
  Request make(Request::Kind kind, const Buffer& buffer, int peer) const;
  void add(std::vector<Request>& requests, Request::Kind kind, const Blocks& blocks, int except) const;

  LocalCommunicator* comm_;
  int tag_;
  ContextKind context_kind_ = ContextKind::across;
  const std::vector<int>* members_ = nullptr; ///< null: all ranks
  int first_ = 0;                             ///< who is called 0, in members or among all
};

/// Messages under way, started one by one. All are to be completed before it goes.
class Posted {
public:
  explicit Posted(const Exchange& exchange) : exchange_(&exchange) {}

  void send(const Buffer& buffer, int peer);
  void receive(const Buffer& buffer, int peer);
  /// Blocks until all have ended; the first error in their order.
  int complete();

private:
  void start(Request::Kind kind, const Buffer& buffer, int peer);

  const Exchange* exchange_;
  std::list<Request> requests_; ///< the last may have ended well: the next takes its place
};

} // namespace daruma::mpi
