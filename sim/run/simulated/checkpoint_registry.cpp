#include "sim/run/simulated/checkpoint_registry.hpp"

#include <algorithm>

namespace daruma::run {

namespace {
constexpr std::size_t versions_kept = 2;
}

void CheckpointRegistry::enter(int owner, models::Stored stored, std::vector<int> holders) {
  const auto has_ended = [this](int holder) { return living_.count(holder) == 0; };
  holders.erase(std::remove_if(holders.begin(), holders.end(), has_ended), holders.end());
  auto& versions = copies_[owner];
  for (; !versions.empty() && versions.back().stored.version >= stored.version; versions.pop_back())
    forget(versions.back());
  versions.push_back({std::move(stored), std::move(holders)});
  if (versions.size() > versions_kept) {
    forget(versions.front());
    versions.erase(versions.begin());
  }
  const Copy& entered = versions.back();
  for (const int holder : entered.holders) {
    owners_[holder].insert(owner);
    Bytes& held = held_[holder];
    held = held + entered.stored.size;
    if (holder != file_system) most_held_ = std::max(most_held_, held);
  }
}

void CheckpointRegistry::forget(const Copy& copy) {
  for (const int holder : copy.holders) held_[holder] = held_[holder] - copy.stored.size;
}

const models::Stored* CheckpointRegistry::find(int owner, std::int64_t at_most, int reader, int& holder) const {
  const auto versions = copies_.find(owner);
  if (versions == copies_.end()) return nullptr;
  const auto usable = std::find_if(versions->second.rbegin(), versions->second.rend(), [at_most](const Copy& copy) {
    return copy.stored.version <= at_most && !copy.holders.empty();
  });
  if (usable == versions->second.rend()) return nullptr;
  const auto& holders = usable->holders;
  holder = std::find(holders.begin(), holders.end(), reader) != holders.end() ? reader : holders.front();
  return &usable->stored;
}

void CheckpointRegistry::lose(int holder) {
  living_.erase(holder);
  held_.erase(holder);
  const auto held = owners_.extract(holder);
  if (held.empty()) return;
  for (const int owner : held.mapped())
    for (Copy& copy : copies_[owner])
      copy.holders.erase(std::remove(copy.holders.begin(), copy.holders.end(), holder), copy.holders.end());
}

} // namespace daruma::run
