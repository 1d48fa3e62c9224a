// Spare nodes, sections 5.5 and 5.6: tori and periodic jobs.
#include "models/spares/paper/counting.hpp"

#include <algorithm>

namespace daruma::models::spares::paper {

namespace {

struct Setting {
  const char* name;
  Wrap network;
  Wrap job;
};

constexpr Setting settings[] = {{"mesh", Wrap::none, Wrap::none},
                                {"mesh, periodic job", Wrap::none, Wrap::around},
                                {"torus", Wrap::around, Wrap::none},
                                {"torus, periodic job", Wrap::around, Wrap::around}};

} // namespace

study::Reproduction torus(const study::StudyContext&) {
  study::Reproduction figure{"spare nodes, sections 5.5 and 5.6: single failures, 0D on 2D-1, by network and job"};
  figure.plot =
      study::lines("ranks", "ranks in each dimension", study::Scale::logarithmic, "messages on one link, mean");
  for (const Setting& setting : settings)
    for (int n : {10, 20, 40, 80, 160})
      figure.rows.push_back(study::point(setting.name, "ranks", n,
                                         count_all({{n, n}, "2d-1", "0d", setting.network, setting.job}, 1).mean(),
                                         "messages"));
  const auto mesh = line(figure, "mesh");
  const auto torus = line(figure, "torus");
  figure.claims = {
      {"a torus lowers the mean, at every size",
       std::equal(torus.begin(), torus.end(), mesh.begin(), [](double a, double b) { return a < b; })},
      {"a periodic job raises it, on both", line(figure, "mesh, periodic job").front() > mesh.front() &&
                                                line(figure, "torus, periodic job").front() > torus.front()},
      {"the torus's advantage shrinks with size", mesh.back() - torus.back() < mesh.front() - torus.front()}};
  return figure;
}

} // namespace daruma::models::spares::paper
