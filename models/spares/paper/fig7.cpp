// Spare nodes, Fig. 7: every sequence of failures is counted.
#include "models/spares/paper/counting.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

constexpr double published_of_one_failure[] = {5, 3, 1};
constexpr int most_failures = 4;

void add_line(study::Reproduction& figure, const char* faces, int method) {
  for (int failures = 1; failures <= most_failures; ++failures) {
    const Tally tally = count_all({{6, 6}, faces, fmt::format("{}d", method)}, failures);
    if (tally.survivable() == 0) break;
    figure.rows.push_back(study::point(fmt::format("{}D on {}", method, faces), "failures", failures, tally.max(),
                                       "messages",
                                       failures == 1 ? std::optional(published_of_one_failure[method]) : std::nullopt));
  }
}

} // namespace

study::Reproduction fig7(const study::StudyContext&) {
  study::Reproduction figure{fmt::format("{}, Fig. 7: worst collisions over all failures of a 6x6 job", paper_name)};
  figure.plot =
      study::lines("failures", "failures", study::Scale::linear, "messages on one link, worst survivable case");
  for (const char* faces : {"2d-1", "2d-2"})
    for (int method = 0; method <= 2; ++method) add_line(figure, faces, method);
  const auto after = [&](const char* series, std::size_t failures) { return line(figure, series)[failures - 1]; };
  figure.claims = {
      {"a slide of more dimensions has fewer collisions: 1D against 0D after three failures, on both allocations",
       after("1D on 2d-1", 3) < after("0D on 2d-1", 3) && after("1D on 2d-2", 3) < after("0D on 2d-2", 3)},
      {"2D has none as long as it can be",
       line(figure, "2D on 2d-1").back() == 1 && line(figure, "2D on 2d-2").back() == 1},
      {"more spares survive more, and let through worse cases: 1D on 2D-2 against 2D-1",
       after("1D on 2d-2", 4) > after("1D on 2d-1", 4)},
      {"0D on 2D-2 is never worse than on 2D-1",
       after("0D on 2d-2", 3) <= after("0D on 2d-1", 3) && after("0D on 2d-2", 4) <= after("0D on 2d-1", 4)}};
  return figure;
}

} // namespace daruma::models::spares::paper
