#include "models/falanx/paper/published.hpp"

namespace daruma::models::falanx::paper {

double races_in(const study::Metrics& metrics) {
  double races = 0;
  for (const auto& [name, value] : metrics)
    if (name.rfind("bag.lost_races_", 0) == 0) races += value;
  return races;
}

} // namespace daruma::models::falanx::paper
