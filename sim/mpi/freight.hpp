// What the carrier moves for those that are no MPI processes, until it has landed.
#pragma once

#include "sim/mpi/carrier.hpp"

#include <functional>
#include <list>

namespace daruma::mpi {

class Freight {
public:
  explicit Freight(Carrier& carrier) : carrier_(carrier) {}
  /// Kernel context, as all of it. Nothing is carried from or to a node that is off.
  void carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, std::function<void()> arrived);
  /// Whatever is on its way from or to the node.
  void lose(const simgrid::s4u::Host& node);

private:
  class Parcel;
  using Parcels = std::list<Parcel>;

  Carrier& carrier_;
  Parcels under_way_;
};

class Freight::Parcel final : public Cargo {
public:
  Parcel(Freight& freight, const simgrid::s4u::Host& from, const simgrid::s4u::Host& to, std::function<void()> arrived)
      : freight_(freight), from_(from), to_(to), arrived_(std::move(arrived)) {}
  void landed() override;
  void lost() override { freight_.under_way_.erase(place_); }
  bool concerns(const simgrid::s4u::Host& node) const { return &from_ == &node || &to_ == &node; }
  void stands_at(Parcels::iterator place) { place_ = place; }

private:
  Freight& freight_;
  const simgrid::s4u::Host& from_;
  const simgrid::s4u::Host& to_;
  std::function<void()> arrived_;
  Parcels::iterator place_;
};

} // namespace daruma::mpi
