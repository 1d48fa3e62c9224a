// What the transport moves for those that are no MPI processes, or beside their messages, until it has landed.
#pragma once

#include "sim/mpi/transport/transport.hpp"

#include <functional>
#include <list>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

struct Process;

class RawTransfers {
public:
  /// Told how it ended; lost only because a node went off.
  using Ended = std::function<void(bool has_arrived)>;

  explicit RawTransfers(Transport& transport) : transport_(transport) {}
  /// Kernel context, as all of it. Nothing is carried from or to a node that is off. For a process it is carried only
  /// as long as that lives.
  void carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, Ended, const Process* owner = nullptr);
  /// Whatever is on its way from or to the node is lost.
  void lose(const simgrid::s4u::Host& node);
  /// Who is apart has changed.
  void reconsider();
  /// Nobody is told of what was carried for the process.
  void recall_of(const Process&);

private:
  class RawTransfer;
  using List = std::list<RawTransfer>;

  void forget(List::iterator);

  Transport& transport_;
  List under_way_;
  std::unordered_map<const Process*, std::vector<List::iterator>> of_processes_; ///< looked up only
};

class RawTransfers::RawTransfer final : public Transfer {
public:
  RawTransfer(RawTransfers& raw_transfers, const simgrid::s4u::Host& from, const simgrid::s4u::Host& to, Ended ended,
              const Process* owner)
      : raw_transfers_(raw_transfers), from_(from), to_(to), ended_(std::move(ended)), owner_(owner) {}
  void landed() override { end(true); }
  void lost() override { end(false); }
  void end(bool has_arrived);
  bool concerns(const simgrid::s4u::Host& node) const { return &from_ == &node || &to_ == &node; }
  const simgrid::s4u::Host& from() const { return from_; }
  const simgrid::s4u::Host& to() const { return to_; }
  const Process* owner() const { return owner_; }
  void stands_at(List::iterator place) { place_ = place; }

private:
  RawTransfers& raw_transfers_;
  const simgrid::s4u::Host& from_;
  const simgrid::s4u::Host& to_;
  Ended ended_;
  const Process* owner_;
  List::iterator place_;
};

} // namespace daruma::mpi
