#include "sim/hosting/program_memory.hpp"

#include "sim/hosting/hosted.hpp"

#include <algorithm>
#include <utility>

namespace daruma::hosting {

bool ProgramMemory::is_denied(std::size_t bytes) {
  ++asked_;
  const auto due =
      std::find_if(denials_.begin(), denials_.end(), [this](const Denial& one) { return one.number == asked_; });
  if (due == denials_.end()) return false;
  const ToldOfDenial told = std::move(due->told);
  denials_.erase(due);
  told(bytes, source_line(innermost_place()));
  return true;
}

void ProgramMemory::name(const std::string& array, const NamedArray& where) {
  if (where.place)
    arrays_.insert_or_assign(array, where);
  else
    arrays_.erase(array);
}

std::optional<NamedArray> ProgramMemory::find(const std::string& array) const {
  const auto found = arrays_.find(array);
  return found == arrays_.end() ? std::nullopt : std::optional(found->second);
}

/// A thread of this computer's, which a library of the system's has started, is nobody's.
ProgramMemory* own_memory() {
  Hosted* const hosted = simulated_caller();
  return hosted ? &hosted->memory : nullptr;
}

} // namespace daruma::hosting
