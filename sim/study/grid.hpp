// A plane of nodes at one moment, drawn as the spare-node paper draws its figures: which rank is where, what has
// failed, who moved, and which links carry several messages at once.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace daruma::study {

struct GridPlace {
  int x;
  int y;
};

enum class NodeState { works, is_spare, has_failed };

struct GridNode {
  GridPlace at;
  NodeState state;
  std::string text; ///< in it
};

/// From node to node; on a link, one way of a cable, so many messages go at once.
struct GridArrow {
  GridPlace from;
  GridPlace to;
  int messages = 0;
};

struct Grid {
  std::string line; ///< grids of one line stand side by side; what they have in common
  std::string title;
  std::vector<GridNode> nodes{};
  std::vector<GridArrow> moves{};
  std::vector<GridArrow> links{}; ///< those that are to be seen
};

/// {line, title, nodes: [{at: [x, y], state, text}], moves: [{from, to}], links: [{from, to, messages}]}.
nlohmann::ordered_json to_json(const Grid&);

} // namespace daruma::study
