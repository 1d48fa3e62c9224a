// Our own: cures for the contention of Falanx's Starters, the paper's two among them (its section 5).
#include "models/falanx/paper/published.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

constexpr std::pair<const char*, const char*> cures_by_scheduler[] = {
    {"ha", "each write by itself, as in the paper"},
    {"ha-commit", "what belongs together in one commit"},
    {"ha-buckets", "commits, a random task of a bucket"},
    {"ha-ordered", "commits, Starters queue up"},
    {"ha-batch", "commits, up to 8 tasks at once"}};

} // namespace

study::Reproduction cures(const study::StudyContext& context) {
  study::Reproduction table{"Falanx: what the highly available scheduler takes beyond 10 000 tasks of 1 s, by cure"};
  std::vector<scenario::Scenario> scenarios;
  for (const auto& [scheduler, what] : cures_by_scheduler)
    scenarios.push_back(context.load(highly_available.scenario, {{"/jobs/0/arguments/scheduler", scheduler}}));
  const auto metrics = study::run_each(scenarios, context.models);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    table.rows.push_back(
        {fmt::format("main logic: {}", cures_by_scheduler[i].second), {}, metrics[i].at("bag.main_logic_s"), "s"});
    table.rows.push_back({fmt::format("lost races: {}", cures_by_scheduler[i].second), {}, races_in(metrics[i]), ""});
  }
  table.parameters = scenarios.front().parameters;
  const auto main_logic = [&](std::size_t variant) { return table.rows[2 * variant].simulated; };
  table.claims = {{"commits alone take less than each write by itself", main_logic(1) < main_logic(0)},
                  {"Starters that queue up lose no race", table.rows[7].simulated == 0},
                  {"batches are the best cure",
                   main_logic(4) < main_logic(1) && main_logic(4) < main_logic(2) && main_logic(4) < main_logic(3)}};
  return table;
}

} // namespace daruma::models::falanx::paper
