#include "sim/run/simulated/checkpoint_registry.hpp"

#include <algorithm>

namespace daruma::run {

namespace {
constexpr std::size_t versions_kept = 2;
}

void CheckpointRegistry::enter(int owner, models::Stored stored, std::vector<int> holders) {
  const auto has_ended = [this](int holder) { return living_.count(holder) == 0; };
  holders.erase(std::remove_if(holders.begin(), holders.end(), has_ended), holders.end());
  for (const int holder : holders) owners_[holder].insert(owner);
  auto& versions = copies_[owner];
  const std::int64_t version = stored.version;
  versions.erase(std::remove_if(versions.begin(), versions.end(),
                                [version](const Copy& copy) { return copy.stored.version >= version; }),
                 versions.end());
  versions.push_back({std::move(stored), std::move(holders)});
  if (versions.size() > versions_kept) versions.erase(versions.begin());
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
  const auto held = owners_.extract(holder);
  if (held.empty()) return;
  for (const int owner : held.mapped())
    for (Copy& copy : copies_[owner])
      copy.holders.erase(std::remove(copy.holders.begin(), copy.holders.end(), holder), copy.holders.end());
}

} // namespace daruma::run
