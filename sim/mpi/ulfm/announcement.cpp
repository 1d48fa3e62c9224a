#include "sim/mpi/ulfm/announcement.hpp"

#include "sim/mpi/process/process.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <algorithm>

namespace daruma::mpi {

bool has_left(const Process& process) { return process.finalized && !process.alive; }

Announcement::Announcement(Members members, RuntimeMessages& messages, Reached reached)
    : members_(std::move(members)), messages_(messages), reached_(std::move(reached)),
      broadcast_(static_cast<int>(members_.size()), *this),
      unreached_(static_cast<int>(
          std::count_if(members_.begin(), members_.end(), [](const Process* member) { return member->alive; }))) {}

void Announcement::begin(int member) { broadcast_.begin(member); }

void Announcement::left(int member) {
  if (!has_reached(member)) --unreached_;
}

bool Announcement::is_alive(int member) const { return at(member).alive; }

int Announcement::ring_neighbour(int member, int direction) const {
  const int n = size();
  for (int next = (member + direction + n) % n; next != member; next = (next + direction + n) % n)
    if (!has_left(at(next)) && !at(member).knows_failed(at(next))) return next;
  return member;
}

void Announcement::send(int from, int to) {
  const auto ended = [keep = shared_from_this(), to](bool has_arrived) {
    has_arrived ? keep->broadcast_.arrived(to) : keep->broadcast_.lost(to);
  };
  messages_.send(at(from), at(to), ended, [keep = shared_from_this(), from] { keep->broadcast_.departed(from); });
}

void Announcement::charge_sends(int member, int count) {
  messages_.occupy(at(member), messages_.overheads().send * count);
}

void Announcement::charge_receives(int member, int count) {
  messages_.occupy(at(member), messages_.overheads().receive * count);
}

void Announcement::reached(int member) {
  if (!at(member).alive) return;
  --unreached_;
  reached_(at(member));
}

} // namespace daruma::mpi
