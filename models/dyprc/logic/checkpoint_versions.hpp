// Which of the checkpoints that were saved under earlier numberings of the ranks is whose.
#pragma once

#include <cstdint>
#include <vector>

namespace daruma::models::dyprc {

/// A version number orders first by the numbering of ranks it was saved under, then by position.
struct Version {
  static constexpr std::int64_t last_position = (std::int64_t{1} << 32) - 1;
  std::int64_t generation = 0;
  std::int64_t position = 0;
};
std::int64_t pack(const Version&);
Version unpack(std::int64_t version);

/// Which owners' checkpoints a rank reads: its own, and of those that nobody present carries on the one that it
/// replaces, or its share of those that nobody replaces.
/// `carried[r]` is the owner that rank r was when the state was saved, `nobody` for newcomers.
inline constexpr int nobody = -1;
std::vector<int> owners_to_read(int rank, const std::vector<int>& carried, int owners);

} // namespace daruma::models::dyprc
