// Spare nodes, Fig. 9: every single failure of growing jobs is counted.
#include "models/spares/paper/counting.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

study::Reproduction fig9(const study::StudyContext&) {
  study::Reproduction figure{
      fmt::format("{}, Fig. 9: share of single failures by collisions, growing square jobs", paper_name)};
  figure.plot =
      study::lines("ranks", "ranks in each dimension", study::Scale::logarithmic, "share of single failures (%)");
  bool maximum_stays = true;
  for (int method = 0; method <= 1; ++method) {
    const int most = method == 0 ? 5 : 3;
    for (int collisions = 2; collisions <= most; ++collisions)
      for (int n : {10, 20, 40, 80, 160}) {
        const Tally tally = count_all({{n, n}, "2d-1", fmt::format("{}d", method)}, 1);
        maximum_stays = maximum_stays && tally.max() == most;
        const auto found = tally.histogram.find(collisions);
        const auto cases = found == tally.histogram.end() ? 0 : found->second;
        figure.rows.push_back(study::point(fmt::format("{}D, {} messages", method, collisions), "ranks", n,
                                           100.0 * static_cast<double>(cases) / static_cast<double>(tally.cases), "%"));
      }
  }
  const auto zero = line(figure, "0D, 5 messages");
  const auto one = line(figure, "1D, 3 messages");
  figure.claims = {{"the maximum, 5 for 0D and 3 for 1D, does not depend on the size", maximum_stays},
                   {"its share grows with the size",
                    std::is_sorted(zero.begin(), zero.end()) && std::is_sorted(one.begin(), one.end())}};
  return figure;
}

} // namespace daruma::models::spares::paper
