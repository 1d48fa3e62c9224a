// The messages of one collective call: they match by the call's turn on its communicator.
#pragma once

#include "sim/mpi/collective/blocks.hpp"
#include "sim/mpi/collective/collective_sequence.hpp"
#include "sim/mpi/p2p/messages.hpp"

#include <mpi.h>

#include <vector>

namespace daruma::mpi {

class Exchange {
public:
  explicit Exchange(const CollectiveSequence& turn) : comm_(turn.comm), tag_(turn.number) {}

  LocalCommunicator& comm() const { return *comm_; }
  int rank() const { return comm_->rank; }
  /// How many ranks a peer can be.
  int size() const;
  /// The same call's messages among the caller's own side of an intercommunicator.
  Exchange within() const;

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

private:
  Request make(Request::Kind kind, const Buffer& buffer, int peer) const;
  void add(std::vector<Request>& requests, Request::Kind kind, const Blocks& blocks, int except) const;

  LocalCommunicator* comm_;
  int tag_;
  ContextKind context_kind_ = ContextKind::across;
};

} // namespace daruma::mpi
