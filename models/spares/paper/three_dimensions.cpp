// Spare nodes, section 5.7: slides in three dimensions.
#include "models/spares/paper/counting.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

study::Reproduction three_dimensions(const study::StudyContext&) {
  study::Reproduction figure{"spare nodes, section 5.7: slides in a 3D job of 6x6x6, 7-point stencil; all single "
                             "failures, 1000 samples of more"};
  figure.plot =
      study::lines("failures", "failures", study::Scale::linear, "messages on one link, worst survivable case");
  constexpr std::int64_t samples = 1000;
  bool survives = true;
  for (const char* faces : {"3d-1", "3d-3"})
    for (const char* method : {"0d", "1d", "2d", "3d", "hybrid"})
      for (int failures = 1; failures <= 6; ++failures) {
        const SparesJob job{{6, 6, 6}, faces, method};
        const Tally tally = failures == 1 ? count_all(job, failures) : count_sample(job, failures, samples);
        const auto series = fmt::format("{} on {}", method, faces);
        if (tally.survivable() > 0)
          figure.rows.push_back(study::point(series, "failures", failures, tally.max(), "messages"));
        if (series == "hybrid on 3d-3" || (series == "3d on 3d-3" && failures <= 3))
          survives = survives && tally.not_survivable == 0;
      }
  const auto first = [&](const char* series) { return line(figure, series).front(); };
  figure.claims = {
      {"of one failure: 7 messages share a link by 0D, 5 by 1D, 3 by 2D, 1 by 3D",
       first("0d on 3d-1") == 7 && first("1d on 3d-1") == 5 && first("2d on 3d-1") == 3 && first("3d on 3d-1") == 1},
      {"3D survives three failures on 3D-3, hybrid six", survives},
      {"up to three both are without a collision",
       line(figure, "3d on 3d-3")[2] == 1 && line(figure, "hybrid on 3d-3")[2] == 1}};
  return figure;
}

} // namespace daruma::models::spares::paper
