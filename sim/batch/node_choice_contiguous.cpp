// Nodes in a row, by number: the shortest row of free ones that is long enough, else the longest rows first, so that
// the job is in as few pieces as can be.
#include "sim/batch/node_choice.hpp"

#include <algorithm>

namespace daruma::batch::node_choice {

namespace {

std::vector<int> in_rows(const NodeSet& free, int count, const NodeLayout& /*layout*/, RandomStream /*stream*/) {
  std::vector<NodeRow> rows = rows_of(free);
  std::stable_sort(rows.begin(), rows.end(), [](const NodeRow& a, const NodeRow& b) { return a.length > b.length; });
  std::vector<int> nodes;
  const auto take = [&](const NodeRow& row) {
    const int some = std::min(row.length, count);
    for (int node = row.first; node < row.first + some; ++node) nodes.push_back(node);
    count -= some;
  };
  for (auto row = rows.begin(); count > 0;) {
    const auto shorter = std::find_if(row, rows.end(), [&](const NodeRow& one) { return one.length < count; });
    if (shorter == row) {
      take(*row++);
    } else {
      // Of the rows that are long enough the shortest, and of equals the first.
      const int length = std::prev(shorter)->length;
      take(*std::find_if(row, shorter, [&](const NodeRow& one) { return one.length == length; }));
    }
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

} // namespace

const NodeChoice contiguous{"contiguous", "free nodes in a row, by number, or in as few rows as can be",
                            NodeChoice::Needs::nothing, in_rows};

} // namespace daruma::batch::node_choice
