#include "models/dyprc/logic/checkpoint_versions.hpp"

namespace daruma::models::dyprc {
namespace {

constexpr int generation_shift = 32;

} // namespace

std::int64_t pack(const Version& version) { return (version.generation << generation_shift) | version.position; }

Version unpack(std::int64_t version) { return {version >> generation_shift, version & Version::last_position}; }

std::vector<int> owners_to_read(int rank, const std::vector<int>& carried, int owners) {
  const int ranks = static_cast<int>(carried.size());
  if (ranks == 0) return {};
  std::vector<bool> is_carried(owners, false);
  for (const int owner : carried)
    if (owner != nobody) is_carried[owner] = true;
  std::vector<int> mine;
  if (carried[rank] != nobody) mine.push_back(carried[rank]);
  int turn = 0;
  for (int owner = 0; owner < owners; ++owner) {
    if (is_carried[owner]) continue;
    const bool is_replaced = owner < ranks && carried[owner] == nobody;
    const int reader = is_replaced ? owner : turn++ % ranks;
    if (reader == rank) mine.push_back(owner);
  }
  return mine;
}

} // namespace daruma::models::dyprc
