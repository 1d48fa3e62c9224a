#include "models/spares/logic/substitution.hpp"
#include "models/spares/logic/traffic.hpp"
#include "models/spares/paper/spares_artefacts.hpp"
#include "models/spares/paper/spares_counting.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

namespace spares = models::spares;

constexpr Seconds month{30 * 86400.0};
constexpr Seconds node_mtbf{50 * 365.25 * 86400.0};
constexpr int runs = 5;

/// What became of a job in a month of failures.
struct Month {
  Seconds ended{0};         ///< when no failure could be answered any more, else its end
  double exchange_time = 0; ///< mean over the month, in exchanges of the unharmed job
};

/// Every living node, spares too, fails at the same constant rate. An exchange takes as many times as long as messages
/// share a link: Fugaku's nodes send over all links at once at full rate.
Month live(const spares::Layout& layout, const spares::Pattern& pattern, const spares::Policy& policy, int run) {
  RandomStream random(1, static_cast<std::uint64_t>(run), "spares/fugaku");
  spares::Placement placement(layout);
  spares::Traffic traffic(layout.network(), pattern, placement.nodes());
  const int nodes = layout.network().nodes();
  double weighted = 0;
  for (Seconds now{0};;) {
    const Seconds next = now + random.exponential(node_mtbf / nodes);
    weighted += traffic.collisions() * (std::min(next, month) - now).count();
    if (next >= month) return {month, weighted / month.count()};
    now = next;
    const int node = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes)));
    if (placement.at(node) == spares::Placement::failed) continue;
    const auto answer = substitute(placement, node, policy);
    if (!answer) return {now, weighted / now.count()};
    placement.apply(*answer);
    for (const spares::Move& move : answer->moves) traffic.move(move.rank, move.to);
  }
}

/// The box of the machine's three-dimensional view, of which the faces are spares.
std::vector<int> job_in(std::vector<int> box, const std::vector<spares::Face>& faces) {
  for (const spares::Face& face : faces) --box[face.axis];
  return box;
}

Reproduction fugaku(const Laboratory&) {
  Reproduction result{
      "spare-fugaku",
      "spare nodes on Fugaku, 7-point stencil: exchanges over 30 days, node MTBF 50 years, mean of 5 runs",
      {},
      {}};
  result.picture = lines("nodes", "nodes of the job, spares included", Scale::logarithmic,
                         "time of an exchange, in exchanges of the unharmed job");
  bool all_survive = true;
  const std::vector<std::vector<int>> boxes{{8, 9, 8}, {16, 18, 16}, {24, 33, 24}, {48, 69, 48}};
  for (const char* allocation : {"3d-1", "3d-3"})
    for (const char* method : {"0d", "1d", "hybrid"})
      for (const auto& box : boxes) {
        const auto faces = spares::parse_faces(allocation, 3).value();
        const spares::Layout layout(job_in(box, faces), faces, Wrap::none);
        const spares::Pattern pattern = spares::stencil(layout.job(), {});
        const spares::Policy policy{spares::parse_method(method, 3).value()};
        double sum = 0;
        bool survive = true;
        for (int run = 0; run < runs; ++run) {
          const Month month_of_run = live(layout, pattern, policy, run);
          sum += month_of_run.exchange_time;
          survive = survive && month_of_run.ended == month;
        }
        if (std::string(method) != "1d") all_survive = all_survive && survive;
        if (!survive) continue;
        result.rows.push_back(
            point(fmt::format("{} on {}", method, allocation), "nodes", layout.network().nodes(), sum / runs, "times"));
      }
  const auto survivors_of_lines = line(result, "1d on 3d-1").size();
  const auto hybrid = line(result, "hybrid on 3d-3");
  const auto is_above_two = [](const Row& row) {
    return std::get<double>(row.fields.back().second) < 100000 || row.simulated > 2;
  };
  result.claims = {{"0D and hybrid outlive the month in every run, at every size", all_survive},
                   {"1D on one face does not from the second size on, and those rows are missing",
                    survivors_of_lines == 1 && line(result, "1d on 3d-3").size() == boxes.size()},
                   {"hybrid on three faces keeps the smallest job without a collision on the average day, and about "
                    "doubles the exchange of the next size",
                    hybrid[0] < 1.05 && hybrid[1] < 2.2},
                   {"nothing keeps the whole machine as one job below twice",
                    std::all_of(result.rows.begin(), result.rows.end(), is_above_two)}};
  return result;
}

} // namespace

std::vector<Artefact> spares_operation() {
  return {{"spare-fugaku", "a month of failures on Fugaku, by job size, spares and method", fugaku}};
}

} // namespace daruma::study
