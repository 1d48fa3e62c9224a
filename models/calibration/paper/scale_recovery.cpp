// Our own: where the time of a recovery goes, from a hundred to a hundred thousand ranks, by messages and by formulas.
#include "models/calibration/paper/recoveries.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace daruma::models::calibration::paper {

namespace {

constexpr std::array part_names{"detection", "propagation", "revoke", "shrink", "agree", "spawn", "merge"};

/// Of Fugaku, so that each rank has a node of its own.
struct Part {
  int nodes;
  const char* extents;
};

constexpr Part parts_of_the_machine[] = {
    {1200, "[5, 5, 4, 2, 3, 2]"}, {10800, "[10, 9, 10, 2, 3, 2]"}, {158976, "[24, 23, 24, 2, 3, 2]"}};

scenario::Scenario recovery_of(int ranks, const std::string& operations, const study::StudyContext& context) {
  const auto* const part = std::find_if(std::begin(parts_of_the_machine), std::end(parts_of_the_machine),
                                        [ranks](const Part& one) { return one.nodes > ranks; });
  return recovery_by(operations, context,
                     {{"/jobs/0/ranks", std::to_string(ranks)},
                      {"/machine/nodes", std::to_string(part->nodes)},
                      {"/machine/topology/dimensions", part->extents}});
}

std::string label_of(const std::string& operations, int ranks, const std::string& part) {
  return fmt::format("{}, {} ranks: {}", operations, ranks, part);
}

/// Rows that the figure stacks upon each other have their place on its axis; the whole has none.
void add_rows(study::Reproduction& figure, const std::string& operations, int ranks, const study::Metrics& metrics) {
  for (const std::string part : part_names)
    figure.rows.push_back({label_of(operations, ranks, part),
                           {},
                           metrics.at("probe." + part + "_s"),
                           "s",
                           {{"part", part}, {"ranks", static_cast<double>(ranks)}, {"operations", operations}}});
  figure.rows.push_back({label_of(operations, ranks, "whole"), {}, metrics.at("probe.recovery_s"), "s"});
}

} // namespace

study::Reproduction parts_of_recoveries(const study::StudyContext& context, const std::vector<int>& ranks) {
  study::Reproduction figure{"where the time of a recovery goes: one rank of many dies, the others find out, tell each "
                             "other, shrink, agree, start another and merge with it; parts end when the last is "
                             "through with them"};
  std::vector<scenario::Scenario> runs;
  for (const std::string operations : operation_kinds)
    for (const int size : ranks) runs.push_back(recovery_of(size, operations, context));
  const auto metrics = study::run_each(runs, context.models);
  auto next = metrics.begin();
  for (const std::string operations : operation_kinds)
    for (const int size : ranks) add_rows(figure, operations, size, *next++);
  for (const auto& run : {runs.front(), runs.back()})
    figure.parameters.insert(figure.parameters.end(), run.parameters.begin(), run.parameters.end());
  figure.plot = study::PlotSpec{{"ranks", "ranks"}, {"simulated", "time (s)"}, "part", "operations"};
  figure.plot->shape = study::Shape::stacks;

  const auto at = [&figure](const std::string& operations, int size, const std::string& part) {
    return figure.number_at(label_of(operations, size, part));
  };
  const auto after_detection = [&at](const std::string& operations, int size) {
    return at(operations, size, "whole") - at(operations, size, "detection");
  };
  const auto makes_up_whole = [&at](const std::string& operations, int size) {
    double sum_s = 0;
    for (const std::string part : part_names) sum_s += at(operations, size, part);
    return std::abs(sum_s - at(operations, size, "whole")) < 1e-9;
  };
  const auto of_making = [&at](int size) { return at("formulas", size, "shrink") + at("formulas", size, "merge"); };
  figure.claims = {
      {"the parts make up the whole",
       std::all_of(ranks.begin(), ranks.end(),
                   [&](int size) { return makes_up_whole("messages", size) && makes_up_whole("formulas", size); })},
      {"by messages all that follows the detection takes less than a tenth longer with the most ranks than with the "
       "least",
       after_detection("messages", ranks.back()) < 1.1 * after_detection("messages", ranks.front())},
      {"by formulas shrinking and merging, fitted to 32 ranks at most, take more than eight times as long with ten "
       "times the ranks",
       std::adjacent_find(ranks.begin(), ranks.end(), [&](int fewer, int more) {
         return of_making(more) <= 8 * of_making(fewer);
       }) == ranks.end()}};
  return figure;
}

study::Reproduction scale_recovery(const study::StudyContext& context) {
  return parts_of_recoveries(context, {100, 1000, 10'000, 100'000});
}

} // namespace daruma::models::calibration::paper
