#include "sim/mpi/freight.hpp"

#include <utility>

namespace daruma::mpi {

void Freight::Parcel::landed() {
  const std::function<void()> arrived = std::move(arrived_);
  freight_.under_way_.erase(place_);
  arrived();
}

void Freight::carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, std::function<void()> arrived) {
  if (!from.is_on() || !to.is_on()) return;
  Parcel& parcel = under_way_.emplace_back(*this, from, to, std::move(arrived));
  parcel.stands_at(std::prev(under_way_.end()));
  carrier_.depart(parcel, &from, &to, size);
}

void Freight::lose(const simgrid::s4u::Host& node) {
  for (auto parcel = under_way_.begin(); parcel != under_way_.end();) {
    const auto next = std::next(parcel);
    if (parcel->concerns(node)) {
      carrier_.recall(*parcel);
      under_way_.erase(parcel);
    }
    parcel = next;
  }
}

} // namespace daruma::mpi
