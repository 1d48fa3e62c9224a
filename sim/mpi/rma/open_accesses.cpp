#include "sim/mpi/rma/open_accesses.hpp"

namespace daruma::mpi {

namespace {

/// The smallest one with size < 2^class.
int class_of(std::uintptr_t size) {
  int size_class = 0;
  for (; size > 0; size >>= 1) ++size_class;
  return size_class;
}

} // namespace

AccessWay AccessWay::update(const Datatype& type, Operation operation) {
  constexpr std::int64_t sizes = 1 << 16; // more than any named datatype has
  return AccessWay(sizes * (1 + static_cast<std::int64_t>(type.sort())) + type.size(), operation);
}

const AccessOrigin* OpenAccesses::conflict(std::uintptr_t begin, std::uintptr_t end, AccessWay way,
                                           const AccessOrigin& origin) const {
  const auto is_open_beside = [&](const Entry& entry, bool is_of_all) {
    return entry.end > begin && entry.origin.fences >= origin.fences && (is_of_all || entry.origin.rank != origin.rank);
  };
  for (const auto& [key, lane] : lanes_) {
    if (!way.conflicts_with_other(key.first)) continue;
    const bool is_of_all = way.conflicts_with(key.first);
    const std::uintptr_t longest = std::uintptr_t{1} << key.second;
    const auto first = lane.lower_bound(begin > longest ? begin - longest : 0);
    for (auto entry = first; entry != lane.end() && entry->first < end; ++entry)
      if (is_open_beside(entry->second, is_of_all)) return &entry->second.origin;
  }
  return nullptr;
}

OpenAccesses::Ticket OpenAccesses::open(std::uintptr_t begin, std::uintptr_t end, AccessWay way,
                                        const AccessOrigin& origin) {
  Lane& lane = lanes_[{way, class_of(end - begin)}];
  return {&lane, lane.emplace(begin, Entry{end, origin})};
}

} // namespace daruma::mpi
