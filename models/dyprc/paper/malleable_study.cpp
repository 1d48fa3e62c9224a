// Our own, after Zojer, Posner, Özden, arXiv 2602.17318: how much malleable jobs gain a centre, by their share and the
// strategy by which they share it, with changes of size that cost nothing, as there, and with those that have a price.
//
// The paper's logs and sizes are not here: the log is the first 20 000 jobs of RICC's, on its nodes, and on half of
// them, where they are more than can be done. The paper's numbers are compared with in claims only.
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <tuple>

namespace daruma::models::dyprc::paper {

namespace {

using study::Estimate;

constexpr std::array strategies{"min", "average", "preferred", "keep-preferred", "max-steal"};
constexpr std::array prices{"free", "priced"};
constexpr std::array shares{20, 40, 60, 80, 100};
constexpr std::array states_gb{1, 4, 16, 64}; ///< of a core
constexpr int usual_state_gb = 1;
constexpr int usual_draws = 5;
constexpr int all_nodes = 1024;
constexpr int too_few_nodes = 512;

struct Quantity {
  const char* name;
  const char* metric;
  const char* unit;
};
constexpr std::array<Quantity, 4> quantities{{{"turnaround", "mean_response_s", "s"},
                                              {"wait", "mean_wait_s", "s"},
                                              {"makespan", "makespan_s", "s"},
                                              {"utilisation", "utilisation", ""}}};

struct Mix {
  std::string strategy;
  std::string price;
  int share; ///< of malleable jobs, in percent
  int state_gb = usual_state_gb;
  int nodes = all_nodes;

  friend bool operator<(const Mix& a, const Mix& b) {
    return std::tie(a.strategy, a.price, a.share, a.state_gb, a.nodes) <
           std::tie(b.strategy, b.price, b.share, b.state_gb, b.nodes);
  }
};

Mix rigid_on(int nodes) { return {"min", "free", 0, usual_state_gb, nodes}; }

std::vector<Mix> all_cases() {
  std::vector<Mix> cases{rigid_on(all_nodes), rigid_on(too_few_nodes)};
  for (const char* const strategy : strategies) {
    for (const char* const price : prices)
      for (const int share : shares) cases.push_back({strategy, price, share});
    for (const int state_gb : states_gb)
      if (state_gb != usual_state_gb) cases.push_back({strategy, "priced", 100, state_gb});
    cases.push_back({strategy, "free", 100, usual_state_gb, too_few_nodes});
  }
  return cases;
}

scenario::Scenario scenario_of(const study::StudyContext& context, const Mix& one) {
  return context.load("centre-malleable", {{"/machine/nodes", fmt::format("{}", one.nodes)},
                                           {"/centre/log", "ricc-first-20000.swf.gz"},
                                           {"/centre/flexible/strategy", one.strategy},
                                           {"/centre/flexible/reconfiguration", one.price},
                                           {"/centre/flexible/malleable", fmt::format("{}", one.share / 100.0)},
                                           {"/centre/checkpoint/size", fmt::format("{}GB", one.state_gb)}});
}

/// Who is malleable is drawn, unless nobody is or all are.
int draws_of(const Mix& one, const study::StudyContext& context) {
  return one.share > 0 && one.share < 100 ? std::min(usual_draws, context.precision.most) : 1;
}

using Means = std::map<std::string, Estimate>; ///< by metric

struct Draw {
  const Mix* of;
  const study::PreparedScenario* scenario;
  int number;
};

/// All draws of all cases, side by side on all cores.
std::map<Mix, Means> run_all(const study::StudyContext& context) {
  const std::vector<Mix> cases = all_cases();
  batch::Logs logs;
  std::vector<study::PreparedScenario> prepared;
  prepared.reserve(cases.size());
  std::vector<Draw> draws;
  for (const Mix& one : cases) {
    prepared.emplace_back(scenario_of(context, one), "centre-malleable", study::Fidelity::fast, context.models, logs);
    for (int number = 0; number < draws_of(one, context); ++number) draws.push_back({&one, &prepared.back(), number});
  }
  const auto made =
      study::on_all_cores({0, static_cast<int>(draws.size())}, study::RunsPerProcess::several, [&](int place) {
        const Draw& draw = draws[static_cast<std::size_t>(place)];
        return draw.scenario->measured(draw.number).metrics;
      });
  std::map<Mix, std::vector<study::Metrics>> of_cases;
  for (std::size_t place = 0; place < draws.size(); ++place) of_cases[*draws[place].of].push_back(made[place]);
  std::map<Mix, Means> means;
  for (const auto& [one, of_case] : of_cases) means[one] = study::summarise(of_case);
  return means;
}

std::string where(int nodes) { return nodes == all_nodes ? "" : ", half of the nodes"; }

std::string label_of(const std::string& quantity, const Mix& one) {
  const std::string who =
      one.share == 0 ? "rigid" : fmt::format("{}, {}, {} % malleable", one.strategy, one.price, one.share);
  return fmt::format("{}, {}{}", quantity, who, where(one.nodes));
}

study::Row row_of(const Quantity& quantity, const Mix& one, const std::map<Mix, Means>& means) {
  const Estimate& value = means.at(one).at(quantity.metric);
  if (one.share == 0) return {label_of(quantity.name, one), {}, value.mean, quantity.unit};
  const double whole = means.at(rigid_on(one.nodes)).at(quantity.metric).mean / 100;
  study::Row row{label_of(quantity.name, one), {}, value.mean / whole, "% of rigid"};
  if (one.nodes == all_nodes)
    row.fields = {{"strategy", one.strategy},
                  {"malleable", static_cast<double>(one.share)},
                  {"quantity", std::string(quantity.name)},
                  {"price", one.price == "free" ? "changes of size are free" : "changes of size move 1 GB a core"},
                  {"half_width", value.half_width / whole}};
  return row;
}

std::string left_label(const std::string& strategy, int state_gb) {
  return fmt::format("gain in turnaround that is left, {}, {} GB a core", strategy, state_gb);
}

/// Where all are malleable.
study::Row row_of_what_is_left(const std::string& strategy, int state_gb, const std::map<Mix, Means>& means) {
  const auto turnaround = [&](const Mix& one) { return means.at(one).at(quantities[0].metric).mean; };
  const double rigid = turnaround(rigid_on(all_nodes));
  const double gain = rigid - turnaround({strategy, "free", 100});
  const double left = rigid - turnaround({strategy, "priced", 100, state_gb});
  return {left_label(strategy, state_gb), {}, 100 * left / gain, "% of the gain"};
}

bool hold_of_all_strategies(const std::function<bool(const char*)>& holds) {
  return std::all_of(strategies.begin(), strategies.end(), holds);
}

bool is_keeping_preferred(const char* strategy) { return std::string(strategy) == "keep-preferred"; }

/// Of what was said of each strategy at every share and price.
bool hold_everywhere(const study::Reproduction& figure, const char* quantity,
                     const std::function<bool(double)>& holds) {
  return hold_of_all_strategies([&](const char* strategy) {
    for (const char* const price : prices)
      for (const int share : shares)
        if (!holds(figure.number_at(label_of(quantity, {strategy, price, share})))) return false;
    return true;
  });
}

std::vector<study::Claim> claims_of(const study::Reproduction& figure) {
  const auto at = [&](const char* quantity, const Mix& one) { return figure.number_at(label_of(quantity, one)); };
  const auto left = [&](const char* strategy, int state_gb) {
    return figure.number_at(left_label(strategy, state_gb));
  };
  const auto all_on = [](const char* strategy, int nodes) { return Mix{strategy, "free", 100, usual_state_gb, nodes}; };
  return {
      {"turnaround is shorter than that of rigid jobs under every strategy, at every share and price",
       hold_everywhere(figure, "turnaround", [](double percent) { return percent < 100; })},
      {"the makespan stays: the last jobs that come end it",
       hold_everywhere(figure, "makespan", [](double percent) { return std::abs(percent - 100) < 0.1; })},
      {"where all are malleable, min has the shortest turnaround, and the waits of all but keep-preferred are "
       "shorter by 97 % or more (arXiv 2602.17318: the best strategy's by 73 to 99 %)",
       hold_of_all_strategies([&](const char* strategy) {
         return (is_keeping_preferred(strategy) || at("wait", all_on(strategy, all_nodes)) <= 3) &&
                at("turnaround", all_on("min", all_nodes)) <= at("turnaround", all_on(strategy, all_nodes));
       })},
      {"at 20 % malleable jobs two fifths of the waiting or more are gone under every strategy but keep-preferred, "
       "and a quarter or more under that, where changes of size have a price, too",
       hold_of_all_strategies([&](const char* strategy) {
         return at("wait", {strategy, "priced", 20}) <= (is_keeping_preferred(strategy) ? 75 : 60);
       })},
      {"at a GB a core 98 % of the gain in turnaround or more are left under every strategy",
       hold_of_all_strategies([&](const char* strategy) { return left(strategy, usual_state_gb) >= 98; })},
      {"at 64 GB a core average, that changes sizes most, has lost a fifth of it or more, and under the others four "
       "fifths or more are left",
       hold_of_all_strategies([&](const char* strategy) {
         return std::string(strategy) == "average" ? left(strategy, 64) <= 80 : left(strategy, 64) >= 80;
       })},
      {"on half of the nodes, where jobs are more than can be done, keep-preferred has the shortest turnaround, and "
       "under every strategy half of the waiting or more is left",
       hold_of_all_strategies([&](const char* strategy) {
         return at("wait", all_on(strategy, too_few_nodes)) >= 50 &&
                at("turnaround", all_on("keep-preferred", too_few_nodes)) <=
                    at("turnaround", all_on(strategy, too_few_nodes));
       })}};
}

} // namespace

study::Reproduction malleable_study(const study::StudyContext& context) {
  study::Reproduction figure{
      "malleable jobs at a centre, the first 20 000 jobs of RICC on its nodes under EASY: turnaround, wait, makespan "
      "and utilisation, in percent of those where all jobs are rigid; means of 5 draws of who is malleable, with their "
      "95 % intervals"};
  const std::map<Mix, Means> means = run_all(context);
  const auto add = [&](const Mix& one) {
    for (const Quantity& quantity : quantities) figure.rows.push_back(row_of(quantity, one, means));
  };
  add(rigid_on(all_nodes));
  for (const char* const strategy : strategies)
    for (const char* const price : prices)
      for (const int share : shares) add({strategy, price, share});
  for (const char* const strategy : strategies)
    for (const int state_gb : states_gb) figure.rows.push_back(row_of_what_is_left(strategy, state_gb, means));
  add(rigid_on(too_few_nodes));
  for (const char* const strategy : strategies) add({strategy, "free", 100, usual_state_gb, too_few_nodes});
  figure.claims = claims_of(figure);
  figure.parameters = context.load("centre-malleable").parameters;
  const Parameters assumed{
      {"least and most sizes", "1/4 and 2 times what a job asks for", SourceKind::assumed, "the log has one size"},
      {"serial share", "0.001", SourceKind::assumed, "Amdahl's law; the log has one run time"}};
  figure.parameters.insert(figure.parameters.end(), assumed.begin(), assumed.end());
  figure.plot = {
      {"malleable", "malleable jobs (%)"}, {"simulated", "% of rigid"}, "strategy", "quantity", "half_width"};
  figure.plot->has_own_scales = true;
  figure.plot->column = "price";
  figure.plot->level = study::Level{100, "all jobs rigid"};
  return figure;
}

} // namespace daruma::models::dyprc::paper
