// Spare nodes, Fig. 4: the links of the failed node's row, once the nearest spare took its place.
#include "models/spares/logic/recount.hpp"
#include "models/spares/paper/counting.hpp"
#include "models/spares/paper/grids.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

constexpr const char* towards = "towards the spares";
constexpr const char* away = "from the spares";

void add_row_of_links(study::Reproduction& figure, Placement placement, const Substitution& answer) {
  const Layout& layout = placement.layout();
  const auto& network = layout.network();
  placement.apply(answer);
  const auto loads = recount(network, stencil(layout.job(), {}), placement.nodes()).loads;
  const GridLine row = network.line(0);
  const int first = answer.failed - row.coordinate(answer.failed);
  for (int link = 0; link + 1 < row.extent; ++link) {
    const auto add = [&](const char* series, int from, Direction direction) {
      figure.rows.push_back(
          study::point(series, "link", link, loads[load_at(network, from, 0, direction)], "messages"));
    };
    add(towards, first + link, forward);
    add(away, first + link + 1, backward);
  }
}

} // namespace

study::Reproduction fig4(const study::StudyContext&) {
  const Tally none = count_all({{6, 6}, "2d-1", "2d"}, 1);
  const Tally all = count_all({{6, 6}, "2d-1", "0d"}, 1);
  const int failed = all.worst->failures.front();
  study::Reproduction figure{fmt::format("{}, Fig. 4: messages that share a link after a spare took over, row of node "
                                         "{} of a 6x6 job with spares at x = 6",
                                         paper_name, failed),
                             {{"0D, the failure that is worst", 5, static_cast<double>(all.max()), "messages"}}};
  figure.plot = study::lines("link", "link from x to x + 1", study::Scale::linear, "messages on the link");
  const Layout layout({6, 6}, parse_faces("2d-1", 2).value(), Wrap::none);
  const Placement placement(layout);
  const Substitution answer = substitute(placement, failed, {}).value();
  add_row_of_links(figure, placement, answer);
  figure.grids = grids_after("", "2d-1", {answer});
  const auto in_row = [&figure](const char* series) {
    const auto loads = line(figure, series);
    return *std::max_element(loads.begin(), loads.end());
  };
  figure.claims = {{"without a detour no two messages share a link", none.max() == 1},
                   {"five messages share a link of the failed node's row, in one direction or the other",
                    std::max(in_row(towards), in_row(away)) == 5}};
  return figure;
}

} // namespace daruma::models::spares::paper
