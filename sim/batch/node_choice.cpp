#include "sim/batch/node_choice.hpp"

#include "sim/batch/bits.hpp"

namespace daruma::batch {

const Registry<NodeChoice>& node_choices() {
  static const Registry<NodeChoice> all{
#define DARUMA_ENTRY(name) &node_choice::name,
#include "sim/batch/node_choices.def"
#undef DARUMA_ENTRY
  };
  return all;
}

std::vector<int> lowest(const NodeSet& free, int count) {
  std::vector<int> nodes;
  nodes.reserve(static_cast<std::size_t>(count));
  for (int word = 0; count > 0 && word < free.words(); ++word)
    for (std::uint64_t rest = free.word(word); rest != 0 && count > 0; rest &= rest - 1, --count)
      nodes.push_back(64 * word + lowest_bit(rest));
  return nodes;
}

std::vector<NodeRow> rows_of(const NodeSet& free) {
  std::vector<NodeRow> rows;
  for (const int node : lowest(free, free.size()))
    if (!rows.empty() && rows.back().first + rows.back().length == node)
      ++rows.back().length;
    else
      rows.push_back({node, 1});
  return rows;
}

} // namespace daruma::batch
