#include "sim/faults/management.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Holder;

void Management::cut(const ManagementPart& part, Seconds at) { cuts_.push_back({part, at}); }

bool Management::is_cut(const ManagementPart& part, Seconds now) const {
  return std::any_of(cuts_.begin(), cuts_.end(), [&](const Cut& cut) {
    return cut.at <= now && cut.part.holder == part.holder && cut.part.number == part.number;
  });
}

bool Management::reaches(int asker, Holder holder, int number, Seconds now) const {
  if (holder == Holder::node && number == asker) return true;
  return !is_cut({}, now) && !is_cut({Holder::node, asker}, now) && !is_cut({holder, number}, now);
}

} // namespace daruma::faults
