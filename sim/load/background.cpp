#include "sim/load/background.hpp"

namespace daruma {

Seconds gap_on_node(const Background& background, int nodes) {
  return background.gap_of == GapOf::node ? background.arrival_gap : background.arrival_gap * nodes;
}

double utilisation(const Background& background, int nodes) {
  return background.arrival_gap == never ? 0 : background.service / gap_on_node(background, nodes);
}

} // namespace daruma
