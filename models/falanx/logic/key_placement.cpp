#include "models/falanx/logic/key_placement.hpp"

#include <cstddef>
#include <cstdint>

namespace daruma::models::falanx {

int primary_node(std::string_view key, int nodes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char letter : key) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 1099511628211u;
  }
  return static_cast<int>(hash % static_cast<std::uint64_t>(nodes));
}

std::vector<int> holders(int primary, int nodes, const std::set<int>& dead) {
  constexpr std::size_t copies = 2;
  std::vector<int> living;
  for (int step = 0; step < nodes && living.size() < copies; ++step)
    if (const int node = (primary + step) % nodes; dead.count(node) == 0) living.push_back(node);
  return living;
}

std::optional<int> copy_due(int primary, int nodes, const std::set<int>& dead, int lost, int me) {
  const std::vector<int> after = holders(primary, nodes, dead);
  if (after.size() < 2 || after.front() != me) return std::nullopt;
  std::set<int> dead_before = dead;
  dead_before.erase(lost);
  for (const int node : holders(primary, nodes, dead_before))
    if (node == lost) return after.back();
  return std::nullopt;
}

bool may_be_lost(int primary, int nodes, int answering) { return (answering - primary + nodes) % nodes >= 2; }

} // namespace daruma::models::falanx
