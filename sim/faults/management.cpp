#include "sim/faults/management.hpp"

namespace daruma::faults {

using models::faults::Holder;

void Management::cut(const ManagementPart& part, Seconds at) { cuts_.push_back({part, at}); }

std::optional<Seconds> Management::cut_at(const ManagementPart& part, Seconds now) const {
  std::optional<Seconds> first;
  for (const Cut& cut : cuts_) {
    const bool is_it = cut.part.holder == part.holder && cut.part.number == part.number;
    if (is_it && cut.at <= now && (!first || cut.at < *first)) first = cut.at;
  }
  return first;
}

bool Management::reaches(int asker, const ManagementPart& part, Seconds now) const {
  if (part.holder == Holder::node && part.number == asker) return true;
  return !is_cut({}, now) && !is_cut({Holder::node, asker}, now) && !is_cut(part, now);
}

} // namespace daruma::faults
