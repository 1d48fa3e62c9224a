// What the load of nodes has been of late: its mean over what was seen within a window of time.
#pragma once

#include "models/migration/logic/policy.hpp"

#include <deque>
#include <vector>

namespace daruma::models::migration {

class LoadHistory {
public:
  /// A window of 0 s: only what is seen last counts.
  explicit LoadHistory(Seconds window = Seconds(0)) : window_(window) {}

  /// Takes in what is seen of the nodes, and tells them what their load was of late.
  void take(Seconds now, std::vector<NodeLoad>& nodes);

private:
  struct Look {
    Seconds time;
    std::vector<int> others; ///< by node
  };

  Seconds window_;
  std::deque<Look> looks_; ///< within the window, the newest last
};

} // namespace daruma::models::migration
