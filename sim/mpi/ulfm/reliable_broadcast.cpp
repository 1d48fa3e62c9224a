#include "sim/mpi/ulfm/reliable_broadcast.hpp"

#include <algorithm>

namespace daruma::mpi {

ReliableBroadcast::ReliableBroadcast(int members, Surroundings& surroundings)
    : surroundings_(surroundings), state_(static_cast<std::size_t>(members)) {
  while ((std::int64_t{1} << dimensions_) < members) ++dimensions_;
}

int ReliableBroadcast::neighbour(int member, int which) const {
  const int direction = which % 2 == 0 ? 1 : -1;
  if (which >= 2 * dimensions_) return surroundings_.ring_neighbour(member, direction);
  const std::int64_t distance = std::int64_t{1} << (dimensions_ - 1 - which / 2);
  return static_cast<int>((member + direction * distance + size()) % size());
}

bool ReliableBroadcast::needs_copy(int member) const {
  const Member& state = state_[static_cast<std::size_t>(member)];
  return !state.reached && !state.expected && surroundings_.is_alive(member);
}

bool ReliableBroadcast::can_tell(int member) const { return has_reached(member) && surroundings_.is_alive(member); }

void ReliableBroadcast::tell(int from, int to) {
  state_[static_cast<std::size_t>(to)].expected = true;
  surroundings_.send(from, to);
}

void ReliableBroadcast::tell_next(int from) {
  Member& sender = state_[static_cast<std::size_t>(from)];
  while (sender.told < degree()) {
    const int to = neighbour(from, sender.told++);
    if (needs_copy(to)) {
      tell(from, to);
      return;
    }
    if (sender.told <= 2 * dimensions_) surroundings_.charge_sends(from, 1);
  }
  if (sender.told > degree()) return;
  ++sender.told;
  surroundings_.charge_receives(from, std::max(2 * dimensions_ - 1, 0));
}

void ReliableBroadcast::begin(int member) {
  Member& state = state_[static_cast<std::size_t>(member)];
  if (state.reached) return;
  state.reached = true;
  surroundings_.reached(member);
  tell_next(member);
}

void ReliableBroadcast::lost(int to) {
  Member& receiver = state_[static_cast<std::size_t>(to)];
  if (receiver.reached) return;
  receiver.expected = false;
  if (!surroundings_.is_alive(to)) return;
  for (int which = 0; which < degree(); ++which) {
    const int from = neighbour(to, which);
    if (!can_tell(from)) continue;
    tell(from, to);
    return;
  }
}

void ReliableBroadcast::mended(int member) {
  for (const int direction : {1, -1}) {
    const int other = surroundings_.ring_neighbour(member, direction);
    if (can_tell(member) && needs_copy(other)) tell(member, other);
    if (can_tell(other) && needs_copy(member)) tell(other, member);
  }
}

} // namespace daruma::mpi
