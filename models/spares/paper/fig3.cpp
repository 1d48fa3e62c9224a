// Spare nodes, Fig. 3: arithmetic on the number of nodes, nothing simulated.
#include "models/spares/paper/counting.hpp"

#include <cmath>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

struct Share {
  double nodes;
  double spares;
};

/// A job of n nodes in each dimension with layers at so many faces.
Share share_of(int n, int dimensions, int faces) {
  const double compute = std::pow(n, dimensions);
  const double reserved = std::pow(n, dimensions - faces) * std::pow(n + 1, faces);
  return {reserved, 1 - compute / reserved};
}

/// The job that reserves the number of nodes nearest to `nodes`.
Share share_at(double nodes, int dimensions, int faces) {
  Share best{0, 0};
  for (int n = 1; best.nodes < nodes; ++n) {
    const Share next = share_of(n, dimensions, faces);
    if (best.nodes > 0 && nodes - best.nodes < next.nodes - nodes) break;
    best = next;
  }
  return best;
}

} // namespace

study::Reproduction fig3(const study::StudyContext&) {
  study::Reproduction figure{fmt::format("{}, Fig. 3: share of reserved nodes that are spares", paper_name)};
  figure.plot = study::lines("nodes", "reserved nodes", study::Scale::logarithmic, "spares (% of reserved nodes)");
  bool falls = true;
  for (const auto& [dimensions, faces] : {std::pair(2, 1), {2, 2}, {3, 1}, {3, 2}, {3, 3}})
    for (double nodes = 100; nodes <= 1.01e6; nodes *= 10) {
      const Share share = share_at(nodes, dimensions, faces);
      falls = falls && (nodes == 100 || 100 * share.spares < figure.rows.back().simulated);
      const bool is_published = faces == 3 && nodes > 9e5;
      figure.rows.push_back(study::point(fmt::format("{}D-{}", dimensions, faces), "nodes", share.nodes,
                                         100 * share.spares, "%", is_published ? std::optional(3.0) : std::nullopt));
    }
  figure.claims = {{"the share falls with size, for each allocation", falls},
                   {"more dimensions and more faces have more spares, at a million nodes",
                    share_at(1e6, 2, 1).spares < share_at(1e6, 2, 2).spares &&
                        share_at(1e6, 2, 2).spares < share_at(1e6, 3, 1).spares &&
                        share_at(1e6, 3, 1).spares < share_at(1e6, 3, 2).spares &&
                        share_at(1e6, 3, 2).spares < share_at(1e6, 3, 3).spares},
                   {"3D-3 at 10 000 nodes is more than 10 %", share_at(1e4, 3, 3).spares > 0.10}};
  return figure;
}

} // namespace daruma::models::spares::paper
