// Our own: a month of failures on Fugaku, by job size, spares and method.
#include "models/spares/logic/substitution.hpp"
#include "models/spares/logic/traffic.hpp"
#include "models/spares/paper/counting.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

constexpr Seconds month{30 * 86400.0};
constexpr Seconds node_mtbf{50 * 365.25 * 86400.0};
constexpr int runs = 5;

const Parameters put_in{{"node MTBF", "50y", SourceKind::assumed, "the whole machine sees some nine failures a day"},
                        {"time of an exchange", "as many times as messages share a link", SourceKind::assumed,
                         "Fugaku's nodes send over all links at once at full rate (Ajima et al., 2018)"}};

/// What became of a job in a month of failures.
struct Month {
  Seconds ended{0};         ///< when no failure could be answered any more, else its end
  double exchange_time = 0; ///< mean over the month, in exchanges of the unharmed job
};

/// Every living node, spares too, fails at the same constant rate.
Month live(const Layout& layout, const Pattern& pattern, const Policy& policy, int run) {
  RandomStream random(1, static_cast<std::uint64_t>(run), "spares/fugaku");
  Placement placement(layout);
  Traffic traffic(layout.network(), pattern, placement.nodes());
  const int nodes = layout.network().nodes();
  double weighted = 0;
  for (Seconds now{0};;) {
    const Seconds next = now + random.exponential(node_mtbf / nodes);
    weighted += traffic.collisions() * (std::min(next, month) - now).count();
    if (next >= month) return {month, weighted / month.count()};
    now = next;
    const int node = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes)));
    if (placement.at(node) == Placement::failed) continue;
    const auto answer = substitute(placement, node, policy);
    if (!answer) return {now, weighted / now.count()};
    placement.apply(*answer);
    for (const Move& move : answer->moves) traffic.move(move.rank, move.to);
  }
}

/// The box of the machine's three-dimensional view, of which the faces are spares.
std::vector<int> job_in(std::vector<int> box, const std::vector<Face>& faces) {
  for (const Face& face : faces) --box[face.axis];
  return box;
}

struct Months {
  double exchange_time = 0; ///< mean over all runs
  bool all_survive = true;
  int nodes = 0;
};

Months live_often(const char* allocation, const char* method, const std::vector<int>& box) {
  const auto faces = parse_faces(allocation, 3).value();
  const Layout layout(job_in(box, faces), faces, Wrap::none);
  const Pattern pattern = stencil(layout.job(), {});
  const Policy policy{parse_method(method, 3).value()};
  double sum = 0;
  bool survive = true;
  for (int run = 0; run < runs; ++run) {
    const Month of_run = live(layout, pattern, policy, run);
    sum += of_run.exchange_time;
    survive = survive && of_run.ended == month;
  }
  return {sum / runs, survive, layout.network().nodes()};
}

bool is_below(const std::vector<double>& line, const std::vector<double>& other) {
  return std::equal(line.begin(), line.end(), other.begin(), other.end(), std::less<>());
}

} // namespace

study::Reproduction fugaku(const study::StudyContext&) {
  study::Reproduction figure{
      "spare nodes on Fugaku, 7-point stencil: exchanges over 30 days, node MTBF 50 years, mean of 5 runs"};
  figure.plot = study::lines("nodes", "nodes of the job, spares included", study::Scale::logarithmic,
                             "time of an exchange, in exchanges of the unharmed job");
  figure.parameters = put_in;
  bool all_survive = true;
  const std::vector<std::vector<int>> boxes{{8, 9, 8}, {16, 18, 16}, {24, 33, 24}, {48, 69, 48}};
  for (const char* allocation : {"3d-1", "3d-3"})
    for (const char* method : {"0d", "1d", "hybrid"})
      for (const auto& box : boxes) {
        const Months months = live_often(allocation, method, box);
        if (std::string(method) != "1d") all_survive = all_survive && months.all_survive;
        if (months.all_survive)
          figure.rows.push_back(study::point(fmt::format("{} on {}", method, allocation), "nodes", months.nodes,
                                             months.exchange_time, "times"));
      }
  const auto hybrid = line(figure, "hybrid on 3d-3");
  figure.claims = {{"0D and hybrid outlive the month in every run, at every size", all_survive},
                   {"1D on one face does not from the second size on, and those rows are missing",
                    line(figure, "1d on 3d-1").size() == 1 && line(figure, "1d on 3d-3").size() == boxes.size()},
                   {"hybrid on three faces is better than on one, and than 0D on three, at every size",
                    is_below(hybrid, line(figure, "hybrid on 3d-1")) && is_below(hybrid, line(figure, "0d on 3d-3"))},
                   {"the larger the job, the longer its exchanges", std::is_sorted(hybrid.begin(), hybrid.end())}};
  return figure;
}

} // namespace daruma::models::spares::paper
