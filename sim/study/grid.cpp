#include "sim/study/grid.hpp"

#include <nlohmann/json.hpp>

namespace daruma::study {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const GridPlace& place) { return {place.x, place.y}; }

const char* name_of(NodeState state) {
  switch (state) {
  case NodeState::works:
    return "rank";
  case NodeState::is_spare:
    return "spare";
  case NodeState::has_failed:
    break;
  }
  return "failed";
}

} // namespace

Json to_json(const Grid& grid) {
  Json json{{"line", grid.line}, {"title", grid.title}};
  json["nodes"] = Json::array();
  json["moves"] = Json::array();
  json["links"] = Json::array();
  for (const GridNode& node : grid.nodes)
    json["nodes"].push_back({{"at", to_json(node.at)}, {"state", name_of(node.state)}, {"text", node.text}});
  for (const GridArrow& move : grid.moves)
    json["moves"].push_back({{"from", to_json(move.from)}, {"to", to_json(move.to)}});
  for (const GridArrow& link : grid.links)
    json["links"].push_back({{"from", to_json(link.from)}, {"to", to_json(link.to)}, {"messages", link.messages}});
  return json;
}

} // namespace daruma::study
