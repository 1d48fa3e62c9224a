// Spare nodes, section 5.9: what spares cost a machine, as one large job or as many small ones.
#include "models/spares/paper/counting.hpp"

#include <cmath>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

constexpr double node_mtbf_days = 5 * 365.25;
const Parameter mtbf_of_nodes{"node MTBF", "5y", SourceKind::assumed, "a day of the whole machine sees two failures"};

/// Probabilities of 0, 1, ... failures where `expected` are expected.
std::vector<double> poisson(double expected, int most) {
  std::vector<double> probabilities{std::exp(-expected)};
  for (int count = 1; count <= most; ++count) probabilities.push_back(probabilities.back() * expected / count);
  return probabilities;
}

/// Probability that a job outlives the failures of its nodes, which come independently and at a constant rate.
double survival(const SparesJob& job, double expected_failures) {
  constexpr int most_of_interest = 12;
  constexpr std::int64_t samples = 4000;
  const auto probabilities = poisson(expected_failures, most_of_interest);
  double survived = probabilities[0];
  for (int failures = 1; failures <= most_of_interest && probabilities[failures] > 1e-6; ++failures) {
    const Tally tally = count_sample(job, failures, samples);
    survived += probabilities[failures] * static_cast<double>(tally.survivable()) / static_cast<double>(tally.cases);
  }
  return survived;
}

study::Row row_of(int n, int jobs, int faces) {
  const double compute = n * n * n;
  const double reserved = std::pow(n + 1, faces) * std::pow(n, 3 - faces);
  const double failures = compute / node_mtbf_days;
  const double one =
      faces == 0 ? std::exp(-failures) : survival({{n, n, n}, fmt::format("3d-{}", faces), "1d"}, failures);
  return study::point(fmt::format("{} x {}x{}x{}", jobs, n, n, n), "spares", 100 * (1 - compute / reserved),
                      100 * std::pow(one, jobs), "%");
}

} // namespace

study::Reproduction utilisation(const study::StudyContext&) {
  study::Reproduction figure{"spare nodes, section 5.9: 4096 ranks as one job of 16x16x16 or 64 of 4x4x4, 1D slides, "
                             "one day at a node MTBF of 5 years"};
  figure.plot =
      study::lines("spares", "spares (% of reserved nodes)", study::Scale::linear, "probability that all survive (%)");
  figure.parameters = {mtbf_of_nodes};
  for (const auto& [n, jobs] : {std::pair(4, 64), {16, 1}})
    for (int faces = 0; faces <= 3; ++faces) figure.rows.push_back(row_of(n, jobs, faces));
  const auto small = line(figure, "64 x 4x4x4");
  const auto large = line(figure, "1 x 16x16x16");
  figure.claims = {
      {"a face of spares makes it likelier that all survive, for small jobs and for a large one",
       small[1] > small[0] && large[1] > large[0]},
      {"with three faces the large job survives more likely than all of the small ones", large[3] > small[3]}};
  return figure;
}

} // namespace daruma::models::spares::paper
