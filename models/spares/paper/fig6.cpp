// Spare nodes, Fig. 6: a chain of 1D slides, and what the choice of their direction is worth.
#include "models/spares/paper/counting.hpp"
#include "models/spares/paper/grids.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

/// The figure's first slide goes down.
constexpr const char* below_and_right = "y+,x+";

/// The ranks moved until after each failure of a chain, as points of a line, and what it looks like then.
void draw_chain(study::Reproduction& figure, const std::string& series, const std::vector<Substitution>& answers) {
  double moved = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    moved += static_cast<double>(answers[i].moves.size());
    figure.rows.push_back(study::point(series, "failures", static_cast<double>(i + 1), moved, "ranks"));
  }
  for (study::Grid& grid : grids_after(series, below_and_right, answers)) figure.grids.push_back(std::move(grid));
}

} // namespace

study::Reproduction fig6(const study::StudyContext&) {
  const std::vector<int> ranks{21, 16, 15};
  const auto freely = chain(below_and_right, {{1}, DirectionRule::shortest}, ranks);
  const auto kept = chain(below_and_right, {{1}, DirectionRule::keep}, ranks);
  study::Reproduction figure{
      fmt::format("{}, Fig. 6: 1D slides on 2D-2 after the failures 21, 16, 15 of a 6x6 job", paper_name),
      {row_of("survived for sure, direction chosen freely", 2,
              guaranteed({{6, 6}, below_and_right, "1d", Wrap::none, Wrap::none, DirectionRule::shortest})),
       row_of("survived for sure, first direction kept", 3, guaranteed({{6, 6}, below_and_right, "1d"}))}};
  figure.claims = {{"21 slides down and 16 right where the shortest slide is chosen, and 15 cannot be survived",
                    freely.size() == 2 && freely[0].slide->axis == 1 && freely[1].slide->axis == 0},
                   {"all three are survived where the first direction is kept", kept.size() == 3}};
  figure.plot =
      study::lines("failures", "failures, in the order 21, 16, 15", study::Scale::linear, "ranks moved so far");
  draw_chain(figure, "shortest direction: 15 is too much", freely);
  draw_chain(figure, "first direction kept", kept);
  return figure;
}

} // namespace daruma::models::spares::paper
