// What the transport moves for those that are no MPI processes, until it has landed.
#pragma once

#include "sim/mpi/transport/transport.hpp"

#include <functional>
#include <list>

namespace daruma::mpi {

class RawTransfers {
public:
  explicit RawTransfers(Transport& transport) : transport_(transport) {}
  /// Kernel context, as all of it. Nothing is carried from or to a node that is off.
  void carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, std::function<void()> arrived);
  /// Whatever is on its way from or to the node.
  void lose(const simgrid::s4u::Host& node);

private:
  class RawTransfer;
  using List = std::list<RawTransfer>;

  Transport& transport_;
  List under_way_;
};

class RawTransfers::RawTransfer final : public Transfer {
public:
  RawTransfer(RawTransfers& raw_transfers, const simgrid::s4u::Host& from, const simgrid::s4u::Host& to,
              std::function<void()> arrived)
      : raw_transfers_(raw_transfers), from_(from), to_(to), arrived_(std::move(arrived)) {}
  void landed() override;
  void lost() override { raw_transfers_.under_way_.erase(place_); }
  bool concerns(const simgrid::s4u::Host& node) const { return &from_ == &node || &to_ == &node; }
  void stands_at(List::iterator place) { place_ = place; }

private:
  RawTransfers& raw_transfers_;
  const simgrid::s4u::Host& from_;
  const simgrid::s4u::Host& to_;
  std::function<void()> arrived_;
  List::iterator place_;
};

} // namespace daruma::mpi
