// Spare nodes, section 5.8: renumbering after repeated slides.
#include "models/spares/paper/counting.hpp"

#include <fmt/format.h>
#include <tuple>

namespace daruma::models::spares::paper {

study::Reproduction rearrange(const study::StudyContext&) {
  study::Reproduction figure{"spare nodes, section 5.8: moving ranks again after the worst case, 2D-2, by ranks moved"};
  figure.plot = study::lines("moved", "ranks moved again", study::Scale::linear, "messages on one link");
  bool gains = true;
  for (const auto& [n, failures, method, budget] :
       {std::tuple(3, 3, "0d", 3), {3, 3, "1d", 3}, {6, 4, "0d", 12}, {6, 4, "1d", 12}}) {
    const auto curve = rearrange_worst({{n, n}, "2d-2", method}, failures, budget);
    for (const auto& best : curve)
      figure.rows.push_back(study::point(fmt::format("{}x{}, {} failures, {}", n, n, failures, method), "moved",
                                         static_cast<double>(best.moves.size()), best.collisions, "messages"));
    gains = gains && (n < 6 || curve.back().collisions < curve.front().collisions);
  }
  figure.claims = {{"after four failures of a 6x6 job a few moves lower the worst case", gains}};
  return figure;
}

} // namespace daruma::models::spares::paper
