// Spare nodes, Fig. 8: slides of two dimensions and of one together.
#include "models/spares/logic/recount.hpp"
#include "models/spares/paper/counting.hpp"
#include "models/spares/paper/grids.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

/// The worst link after each failure of a chain, as points of a line.
void add_chain(study::Reproduction& figure, const std::string& series, const std::vector<Substitution>& answers) {
  const Layout layout({6, 6}, parse_faces("2d-2", 2).value(), Wrap::none);
  const auto pattern = stencil(layout.job(), {});
  Placement placement(layout);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    placement.apply(answers[i]);
    figure.rows.push_back(study::point(series, "failures", static_cast<double>(i + 1),
                                       recount(layout.network(), pattern, placement.nodes()).collisions, "messages"));
  }
}

} // namespace

study::Reproduction fig8(const study::StudyContext&) {
  const std::vector<int> ranks{21, 14, 4};
  const auto answers = chain("2d-2", {{2, 1, 0}}, ranks);
  const bool all = answers.size() == 3;
  study::Reproduction figure{
      fmt::format("{}, Fig. 8: 2D and 1D slides together on 2D-2", paper_name),
      {{"failures survived of 21, 14, 4", 3, static_cast<double>(answers.size()), "failures"}},
      {{"21 and 14 by dropping a column and a row", all && answers[0].moves.size() > 6 && answers[1].moves.size() > 6 &&
                                                        answers[0].slide->axis != answers[1].slide->axis},
       {"4 by sliding a line", all && answers[2].slide && answers[2].moves.size() <= 6}}};
  figure.plot =
      study::lines("failures", "failures, in the order 21, 14, 4", study::Scale::linear, "messages on one link");
  figure.grids = grids_after("2D, 1D and 0D together", "2d-2", answers);
  add_chain(figure, "2D, 1D and 0D together", answers);
  add_chain(figure, "1D alone", chain("2d-2", {{1}}, ranks));
  add_chain(figure, "0D alone", chain("2d-2", {{0}}, ranks));
  return figure;
}

} // namespace daruma::models::spares::paper
