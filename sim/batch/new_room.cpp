#include "sim/batch/new_room.hpp"

#include "sim/batch/bits.hpp"

#include <algorithm>
#include <cstdint>

namespace daruma::batch {

void NewRoom::Runs::add(const Runs& other) {
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
  longest = std::max(longest, other.longest);
}

NewRoom NewRoom::everywhere() {
  NewRoom room;
  room.sizes_ = static_cast<int>(room.runs_.size());
  room.runs_.fill({Seconds(0), never, never});
  return room;
}

int NewRoom::size_of(int processors) { return highest_bit(static_cast<std::uint64_t>(processors)); }

void NewRoom::add(int size, const Runs& runs) {
  sizes_ = std::max(sizes_, size + 1);
  runs_[static_cast<std::size_t>(size)].add(runs);
}

void NewRoom::add(const NewRoom& other) {
  sizes_ = std::max(sizes_, other.sizes_);
  for (std::size_t size = 0; size < static_cast<std::size_t>(other.sizes_); ++size) runs_[size].add(other.runs_[size]);
}

} // namespace daruma::batch
