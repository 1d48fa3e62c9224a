// What jobs have, or are planned to have, of each kind of node, from when to when; what is free is counted anew each
// time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace daruma::batch::test {

struct Part {
  std::size_t job;
  double from;
  double to;
  std::size_t kind;
  int processors;
};

/// Of so many nodes of the part's kind, those that are free for all of its time.
inline int free_throughout(int nodes, const Part& wanted, const std::vector<Part>& parts) {
  const auto free_at = [&](double time) {
    int count = nodes;
    for (const Part& one : parts)
      if (one.kind == wanted.kind && one.from <= time && time < one.to) count -= one.processors;
    return count;
  };
  int least = free_at(wanted.from);
  for (const Part& one : parts)
    if (one.from > wanted.from && one.from < wanted.to) least = std::min(least, free_at(one.from));
  return least;
}

/// What is wanted, of whatever kind, from those kinds in that order, of which `nodes` says how many there are; empty
/// where they do not suffice.
inline std::vector<Part> parts_in_order(Part wanted, const std::vector<std::size_t>& kinds,
                                        const std::vector<int>& nodes, const std::vector<Part>& parts) {
  std::vector<Part> found;
  int rest = wanted.processors;
  for (const std::size_t kind : kinds) {
    wanted.kind = kind;
    wanted.processors = std::min(rest, free_throughout(nodes[kind], wanted, parts));
    if (wanted.processors <= 0) continue;
    found.push_back(wanted);
    rest -= wanted.processors;
  }
  return rest == 0 ? found : std::vector<Part>();
}

} // namespace daruma::batch::test
