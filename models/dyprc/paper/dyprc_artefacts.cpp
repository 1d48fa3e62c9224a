#include "models/dyprc/paper/dyprc_artefacts.hpp"

#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

/// Detection starts at a random phase of the detector's period: published single runs are compared with means.
constexpr int runs_over_phases = 64;

scenario::Scenario scenario_of(const Laboratory& laboratory, const std::string& name,
                               const std::vector<scenario::Override>& changes = {}) {
  return scenario::load(laboratory.scenarios / (name + ".json"), laboratory.surroundings, changes);
}

/// From the first death until the last survivor is back from MPIX_Comm_shrink.
Metrics shrink_return(const results::Result& result) {
  const auto death = std::find_if(result.events.begin(), result.events.end(),
                                  [](const results::Event& event) { return event.kind == "death"; });
  Seconds back{0};
  for (const results::Span& span : result.spans)
    if (span.kind == "shrink") back = std::max(back, span.end);
  return {{"shrink_s", (back - death->time).count()}};
}

double mean_shrink_return(const Laboratory& laboratory, const std::string& runtime, int before, int lost) {
  const auto scenario = scenario_of(laboratory, "dyprc-table1",
                                    {{"/runtime", runtime},
                                     {"/jobs/0/ranks", std::to_string(before)},
                                     {"/events/0/random", std::to_string(lost)},
                                     {"/events/0/below", std::to_string(before)}});
  const auto runs = replicate(scenario, laboratory.models, runs_over_phases, shrink_return);
  return summarise(runs).at("shrink_s").mean;
}

constexpr const char* without_thread = "openmpi-4.0-ulfm";
constexpr const char* with_thread = "openmpi-4.0-ulfm-detector-thread";

std::vector<Row> shrink_rows(const Laboratory& laboratory) {
  const auto row = [&](const char* runtime, int before, int lost, double paper, bool fitted) {
    const char* thread = runtime == with_thread ? "with detector thread" : "without detector thread";
    return Row{fmt::format("MPIX_Comm_shrink, {} -> {}, {}", before, before - lost, thread), paper,
               mean_shrink_return(laboratory, runtime, before, lost), "s", fitted};
  };
  return {row(without_thread, 12, 8, 151, true), row(without_thread, 24, 20, 392, false),
          row(with_thread, 12, 8, 15, true), row(with_thread, 24, 20, 39, false)};
}

Reproduction table1(const Laboratory& laboratory) {
  Reproduction result{
      "dyprc-table1", "DyProReconf, Table 1: return time of MPIX_Comm_shrink on one node", shrink_rows(laboratory), {}};
  const auto& rows = result.rows;
  result.claims = {{"losing 20 of 24 takes longer than losing 8 of 12", rows[1].simulated > rows[0].simulated},
                   {"the detector thread makes it about ten times as fast",
                    rows[0].simulated > 7 * rows[2].simulated && rows[0].simulated < 13 * rows[2].simulated}};
  return result;
}

double order_to_restart(const Laboratory& laboratory, int before) {
  const auto scenario = scenario_of(laboratory, "dyprc-table2", {{"/jobs/0/ranks", std::to_string(before)}});
  const auto runs =
      replicate(scenario, laboratory.models, 1, [](const results::Result& result) { return result.metrics; });
  return runs.front().at("pool.recovery_1_s");
}

Reproduction table2(const Laboratory& laboratory) {
  Reproduction result{"dyprc-table2",
                      "DyProReconf, Table 2: time to lose processes, by failure and by order",
                      shrink_rows(laboratory),
                      {}};
  result.rows.push_back({"MPI_Comm_split + MPI_Finalize, 12 -> 4", 0.1, order_to_restart(laboratory, 12), "s", true});
  result.rows.push_back({"MPI_Comm_split + MPI_Finalize, 24 -> 4", 0.2, order_to_restart(laboratory, 24), "s", false});
  result.claims = {
      {"leaving by order takes less than 1 s", result.rows[4].simulated < 1 && result.rows[5].simulated < 1},
      {"and is at least 100 times as fast as being found dead with the detector thread",
       result.rows[2].simulated > 100 * result.rows[4].simulated &&
           result.rows[3].simulated > 100 * result.rows[5].simulated}};
  return result;
}

// --- Figure 4

struct Exchange {
  int loop;
  int ranks;
  int length;
  double paper_ms;
};

/// The lines that the figure prints; loop as it counts them.
const std::vector<Exchange>& exchanges() {
  static const std::vector<Exchange> all{
      {0, 32, 1, 0.020},      {0, 32, 2, 0.021},      {0, 32, 4, 0.020},      {0, 32, 131072, 4.836},
      {0, 32, 262144, 9.327}, {0, 16, 524288, 9.234}, {1, 16, 1, 0.025},      {1, 16, 2, 0.019},
      {1, 16, 131072, 2.447}, {1, 16, 262144, 4.746}, {1, 16, 524288, 9.275}, {2, 24, 1, 0.135},
      {2, 24, 2, 0.100},      {2, 24, 4, 0.050},      {2, 24, 8, 0.034},      {2, 24, 262144, 4.408},
      {2, 24, 524288, 8.626}, {3, 4, 1, 0.018},       {3, 4, 2, 0.019},       {3, 4, 65536, 0.228},
      {3, 4, 131072, 0.385},  {3, 4, 262144, 0.741},  {3, 4, 524288, 1.819}};
  return all;
}

std::string metric_of(int loop, int ranks, int length) {
  return fmt::format("sendrecv.sendrecv_ms[loop={},ranks={},length={}]", loop, ranks, length);
}

/// The rows that loopback bandwidth, loopback latency and connection set-up were set from.
bool is_fitted(const Exchange& exchange) {
  return (exchange.ranks == 4 && (exchange.length == 1 || exchange.length == 524288)) ||
         (exchange.ranks == 24 && exchange.length == 1);
}

bool within_factor(const Row& row, double factor) {
  return row.simulated < factor * *row.paper && *row.paper < factor * row.simulated;
}

Reproduction dyprc_fig4(const Laboratory& laboratory) {
  const auto runs = replicate(scenario_of(laboratory, "dyprc-fig4"), laboratory.models, 1,
                              [](const results::Result& run) { return run.metrics; });
  const Metrics& metrics = runs.front();
  Reproduction result{
      "dyprc-fig4", "DyProReconf, Fig. 4: sendrecv benchmark while resized 32 -> 16 -> 24 -> 4", {}, {}};
  bool large_are_near = true;
  for (const Exchange& exchange : exchanges()) {
    result.rows.push_back({fmt::format("loop {}, {} ranks, {} B", exchange.loop, exchange.ranks, exchange.length),
                           exchange.paper_ms, metrics.at(metric_of(exchange.loop, exchange.ranks, exchange.length)),
                           "ms", is_fitted(exchange)});
    if (exchange.length >= 65536) large_are_near = large_are_near && within_factor(result.rows.back(), 1.5);
  }
  const bool goes_on = metrics.count(metric_of(0, 32, 262144)) && !metrics.count(metric_of(0, 32, 524288)) &&
                       metrics.count(metric_of(0, 16, 524288)) && metrics.count(metric_of(1, 16, 1)) &&
                       metrics.count(metric_of(2, 24, 1)) && metrics.count(metric_of(3, 4, 1)) &&
                       metrics.count(metric_of(3, 4, 524288));
  result.claims = {{"the loop number goes on over 32 -> 16 -> 24 -> 4, in the middle of a loop", goes_on},
                   {"from 64 KiB up every time is within a factor of 1.5", large_are_near},
                   {"the first message after the spawn is slower than before it, and the last small one is not",
                    metrics.at(metric_of(2, 24, 1)) > 1.5 * metrics.at(metric_of(1, 16, 1)) &&
                        metrics.at(metric_of(2, 24, 64)) < 1.5 * metrics.at(metric_of(1, 16, 64))}};
  return result;
}

// --- Figure 5

Reproduction dyprc_fig5(const Laboratory& laboratory) {
  const auto runs = replicate(scenario_of(laboratory, "dyprc-fig5"), laboratory.models, runs_over_phases,
                              [](const results::Result& run) { return run.metrics; });
  const auto means = summarise(runs);
  Reproduction result{"dyprc-fig5",
                      "DyProReconf, Fig. 5: 256 ranks on 8 nodes lose four, one by one; times read as cumulative, "
                      "from the first failure to each restart",
                      {},
                      {}};
  const double paper_s[] = {22, 62, 103, 141};
  for (int restart = 1; restart <= 4; ++restart)
    result.rows.push_back({fmt::format("restart {}, {} -> {} ranks", restart, 257 - restart, 256 - restart),
                           paper_s[restart - 1], means.at(fmt::format("loop.restart_{}_s", restart)).mean, "s",
                           restart == 4});
  // Mean of the twelve iteration times that the figure prints.
  result.rows.push_back({"one iteration", 20.081, means.at("loop.iteration_ms").mean, "ms", true});
  result.claims = {
      {"iterations go on after each restart, and all 40 are done", means.at("loop.iterations").least == 40},
      {"the job ends with 252 ranks in every run",
       means.at("loop.ranks_at_end").least == 252 && means.at("loop.ranks_at_end").most == 252}};
  return result;
}

} // namespace

std::vector<Artefact> dyprc_artefacts() {
  return {{"dyprc-table1", "return time of MPIX_Comm_shrink after many deaths at once", table1},
          {"dyprc-table2", "the same beside MPI_Comm_split + MPI_Finalize", table2},
          {"dyprc-fig4", "sendrecv benchmark while the job is resized", dyprc_fig4},
          {"dyprc-fig5", "iterations that go on while ranks are lost", dyprc_fig5}};
}

} // namespace daruma::study
