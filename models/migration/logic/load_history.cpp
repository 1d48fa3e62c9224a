#include "models/migration/logic/load_history.hpp"

namespace daruma::models::migration {

void LoadHistory::take(Seconds now, std::vector<NodeLoad>& nodes) {
  Look look{now, {}};
  look.others.reserve(nodes.size());
  for (const NodeLoad& node : nodes) look.others.push_back(node.others);
  looks_.push_back(std::move(look));
  while (looks_.front().time < now - window_) looks_.pop_front();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    double sum = 0;
    for (const Look& one : looks_) sum += one.others[node];
    nodes[node].lately = sum / static_cast<double>(looks_.size());
  }
}

} // namespace daruma::models::migration
