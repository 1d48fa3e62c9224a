#include "models/spares/paper/spares_artefacts.hpp"

#include "models/spares/paper/spares_counting.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace daruma::study {

namespace {

using models::spares::Tally;

// --- Three dimensions (the paper's section 5.7)

Reproduction three_dimensions(const Laboratory&) {
  Reproduction result{
      "spare-3d",
      "spare nodes, section 5.7: slides in a 3D job of 6x6x6, 7-point stencil; all single failures, 1000 "
      "samples of more",
      {},
      {}};
  result.picture = lines("failures", "failures", Scale::linear, "messages on one link, worst survivable case");
  constexpr std::int64_t samples = 1000;
  bool survives = true;
  for (const char* faces : {"3d-1", "3d-3"})
    for (const char* method : {"0d", "1d", "2d", "3d", "hybrid"})
      for (int failures = 1; failures <= 6; ++failures) {
        const SparesJob job{{6, 6, 6}, faces, method};
        const Tally tally = failures == 1 ? count_all(job, failures) : count_sample(job, failures, samples);
        const auto series = fmt::format("{} on {}", method, faces);
        if (tally.survivable() > 0) result.rows.push_back(point(series, "failures", failures, tally.max(), "messages"));
        if (series == "hybrid on 3d-3" || (series == "3d on 3d-3" && failures <= 3))
          survives = survives && tally.not_survivable == 0;
      }
  const auto first = [&](const char* series) { return line(result, series).front(); };
  result.claims = {
      {"of one failure: 7 messages share a link by 0D, 5 by 1D, 3 by 2D, 1 by 3D",
       first("0d on 3d-1") == 7 && first("1d on 3d-1") == 5 && first("2d on 3d-1") == 3 && first("3d on 3d-1") == 1},
      {"3D survives three failures on 3D-3, hybrid six", survives},
      {"up to three both are without a collision",
       line(result, "3d on 3d-3")[2] == 1 && line(result, "hybrid on 3d-3")[2] == 1}};
  return result;
}

// --- Tori and periodic jobs (sections 5.5 and 5.6)

Reproduction tori(const Laboratory&) {
  Reproduction result{
      "spare-torus", "spare nodes, sections 5.5 and 5.6: single failures, 0D on 2D-1, by network and job", {}, {}};
  result.picture = lines("ranks", "ranks in each dimension", Scale::logarithmic, "messages on one link, mean");
  struct World {
    const char* name;
    Wrap network;
    Wrap job;
  };
  for (const World& world :
       {World{"mesh", Wrap::none, Wrap::none}, World{"mesh, periodic job", Wrap::none, Wrap::around},
        World{"torus", Wrap::around, Wrap::none}, World{"torus, periodic job", Wrap::around, Wrap::around}})
    for (int n : {10, 20, 40, 80, 160})
      result.rows.push_back(point(world.name, "ranks", n,
                                  count_all({{n, n}, "2d-1", "0d", world.network, world.job}, 1).mean(), "messages"));
  const auto mesh = line(result, "mesh");
  const auto torus = line(result, "torus");
  result.claims = {
      {"a torus lowers the mean, at every size",
       std::equal(torus.begin(), torus.end(), mesh.begin(), [](double a, double b) { return a < b; })},
      {"a periodic job raises it, on both", line(result, "mesh, periodic job").front() > mesh.front() &&
                                                line(result, "torus, periodic job").front() > torus.front()},
      {"the torus's advantage vanishes with size: at 160x160 it is less than 1 %",
       mesh.back() - torus.back() < 0.01 * mesh.back()}};
  return result;
}

// --- What spares cost a machine (section 5.9)

/// Probabilities of 0, 1, ... failures where `expected` are expected.
std::vector<double> poisson(double expected, int most) {
  std::vector<double> probabilities{std::exp(-expected)};
  for (int count = 1; count <= most; ++count) probabilities.push_back(probabilities.back() * expected / count);
  return probabilities;
}

/// Probability that a job outlives the failures of its nodes, which come independently and at a constant rate.
double survival(const SparesJob& job, double expected_failures) {
  constexpr int most_failures = 12;
  constexpr std::int64_t samples = 4000;
  const auto probabilities = poisson(expected_failures, most_failures);
  double survived = probabilities[0];
  for (int failures = 1; failures <= most_failures && probabilities[failures] > 1e-6; ++failures) {
    const Tally tally = count_sample(job, failures, samples);
    survived += probabilities[failures] * static_cast<double>(tally.survivable()) / static_cast<double>(tally.cases);
  }
  return survived;
}

Reproduction utilisation(const Laboratory&) {
  Reproduction result{"spare-utilisation",
                      "spare nodes, section 5.9: 4096 ranks as one job of 16x16x16 or 64 of 4x4x4, 1D slides, one day "
                      "at a node MTBF of 5 years",
                      {},
                      {}};
  result.picture = lines("spares", "spares (% of reserved nodes)", Scale::linear, "probability that all survive (%)");
  const double failures_per_rank = 1 / (5 * 365.25);
  for (const auto& [n, jobs] : {std::pair(4, 64), {16, 1}})
    for (int faces = 0; faces <= 3; ++faces) {
      const double compute = n * n * n;
      const double reserved = std::pow(n + 1, faces) * std::pow(n, 3 - faces);
      const double one = faces == 0
                             ? std::exp(-compute * failures_per_rank)
                             : survival({{n, n, n}, fmt::format("3d-{}", faces), "1d"}, compute * failures_per_rank);
      result.rows.push_back(point(fmt::format("{} x {}x{}x{}", jobs, n, n, n), "spares", 100 * (1 - compute / reserved),
                                  100 * std::pow(one, jobs), "%"));
    }
  const auto small = line(result, "64 x 4x4x4");
  const auto large = line(result, "1 x 16x16x16");
  result.claims = {{"without spares it makes no difference", std::abs(small[0] - large[0]) < 0.1},
                   {"small jobs pay three times as much for a face of spares", 1 - 4.0 / 5 > 3 * (1 - 16.0 / 17)},
                   {"a face of spares takes either from 1 in 10 to more than 9 in 10",
                    small[0] < 11 && small[1] > 90 && large[1] > 90},
                   {"with three faces the large job is lost less than once in 10 000 days", large[3] > 99.99}};
  return result;
}

// --- Renumbering after repeated slides (section 5.8)

Reproduction rearrangement(const Laboratory&) {
  Reproduction result{"spare-rearrange",
                      "spare nodes, section 5.8: moving ranks again after the worst case, 2D-2, by ranks moved",
                      {},
                      {}};
  result.picture = lines("moved", "ranks moved again", Scale::linear, "messages on one link");
  bool gains = true;
  for (const auto& [n, failures, method, budget] :
       {std::tuple(3, 3, "0d", 3), {3, 3, "1d", 3}, {6, 4, "0d", 12}, {6, 4, "1d", 12}}) {
    const SparesJob job{{n, n}, "2d-2", method};
    const auto curve = rearrange_worst(job, failures, budget);
    for (const auto& best : curve)
      result.rows.push_back(point(fmt::format("{}x{}, {} failures, {}", n, n, failures, method), "moved",
                                  static_cast<double>(best.moves.size()), best.collisions, "messages"));
    gains = gains && (n < 6 || curve.back().collisions < curve.front().collisions);
  }
  result.claims = {{"after four failures of a 6x6 job a few moves lower the worst case", gains}};
  return result;
}

} // namespace

std::vector<Artefact> spares_studies() {
  return {{"spare-3d", "slides in three dimensions", three_dimensions},
          {"spare-torus", "tori and periodic jobs", tori},
          {"spare-rearrange", "moving ranks again after repeated failures", rearrangement},
          {"spare-utilisation", "what spares cost many small jobs and one large one", utilisation}};
}

} // namespace daruma::study
