#include "sim/batch/new_room.hpp"

namespace daruma::batch {

NewRoom::Runs NewRoom::Runs::one(Seconds begin, Seconds end) {
  return end < never ? Runs{begin, end, end - begin, never} : Runs{begin, Seconds(0), Seconds(0), begin};
}

void NewRoom::Runs::add(const Runs& other) {
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
  longest = std::max(longest, other.longest);
  endless = std::min(endless, other.endless);
}

NewRoom NewRoom::everywhere() {
  NewRoom room;
  room.sizes_ = static_cast<int>(room.runs_.size());
  room.runs_.fill(Runs::one(Seconds(0), never));
  return room;
}

void NewRoom::add(int size, const Runs& runs) {
  sizes_ = std::max(sizes_, size + 1);
  runs_[static_cast<std::size_t>(size)].add(runs);
}

void NewRoom::add(const NewRoom& other) {
  sizes_ = std::max(sizes_, other.sizes_);
  for (std::size_t size = 0; size < static_cast<std::size_t>(other.sizes_); ++size) runs_[size].add(other.runs_[size]);
}

} // namespace daruma::batch
