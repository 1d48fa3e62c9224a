// Our own, after Zojer, Posner, Özden, arXiv 2602.17318: how much malleable jobs gain a centre, by their share and the
// strategy by which they share it, with changes of size that cost nothing, as there, and with those that have a price.
//
// The paper's logs and sizes are not here: the log is the first 400 jobs of RICC's. Its numbers are compared with in
// claims only.
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <map>

namespace daruma::models::dyprc::paper {

namespace {

using study::Estimate;

constexpr std::array strategies{"min", "average", "preferred", "keep-preferred", "max-steal"};
constexpr std::array prices{"free", "priced"};
constexpr std::array shares{20, 40, 60, 80, 100};
constexpr std::array states_gb{1, 4, 16, 64}; ///< of a core
constexpr int usual_state_gb = 1;

struct Quantity {
  const char* name;
  const char* metric;
};
constexpr std::array<Quantity, 4> quantities{{{"turnaround", "mean_response_s"},
                                              {"wait", "mean_wait_s"},
                                              {"makespan", "makespan_s"},
                                              {"utilisation", "utilisation"}}};

using Means = std::map<std::string, Estimate>; ///< by metric

/// Who is malleable is drawn, unless nobody is or all are.
Means run_shared(const study::StudyContext& context, const std::string& strategy, const std::string& price, int share,
                 int state_gb = usual_state_gb) {
  const auto scenario =
      context.load("centre-malleable", {{"/centre/flexible/strategy", strategy},
                                        {"/centre/flexible/reconfiguration", price},
                                        {"/centre/flexible/malleable", fmt::format("{}", share / 100.0)},
                                        {"/centre/checkpoint/size", fmt::format("{}GB", state_gb)}});
  const int replicas = share > 0 && share < 100 ? 10 : 1;
  return study::summarise(study::replicate_without_ranks(scenario, context.models, replicas));
}

std::string label_of(const char* quantity, const std::string& strategy, const std::string& price, int share) {
  return fmt::format("{}, {}, {}, {} % malleable", quantity, strategy, price, share);
}

study::Row row_of(const Quantity& quantity, const std::string& strategy, const std::string& price, int share,
                  const Means& means, const Means& rigid) {
  const double whole = rigid.at(quantity.metric).mean / 100;
  const Estimate& value = means.at(quantity.metric);
  return {label_of(quantity.name, strategy, price, share),
          {},
          value.mean / whole,
          "% of rigid",
          {{"series", strategy + ", " + price},
           {"malleable", static_cast<double>(share)},
           {"panel", std::string(quantity.name)},
           {"half_width", value.half_width / whole}}};
}

std::string left_label(const std::string& strategy, int state_gb) {
  return fmt::format("gain in turnaround that is left, {}, {} GB a core", strategy, state_gb);
}

/// Where all are malleable.
study::Row row_of_what_is_left(const study::StudyContext& context, const std::string& strategy, int state_gb,
                               const Means& free, const Means& rigid) {
  const auto turnaround = [](const Means& means) { return means.at(quantities[0].metric).mean; };
  const double priced = turnaround(run_shared(context, strategy, "priced", 100, state_gb));
  const double gain = turnaround(rigid) - turnaround(free);
  return {left_label(strategy, state_gb), {}, 100 * (turnaround(rigid) - priced) / gain, "% of the gain"};
}

bool hold_of_all_strategies(const std::function<bool(const char*)>& holds) {
  return std::all_of(strategies.begin(), strategies.end(), holds);
}

std::vector<study::Claim> claims_of(const study::Reproduction& figure) {
  const auto at = [&](const char* quantity, const char* strategy, const char* price, int share) {
    return figure.number_at(label_of(quantity, strategy, price, share));
  };
  const auto left = [&](const char* strategy, int state_gb) {
    return figure.number_at(left_label(strategy, state_gb));
  };
  const auto is_any_shorter = [&](const char* strategy) {
    return std::all_of(shares.begin(), shares.end(), [&](int share) {
      return at("turnaround", strategy, "free", share) < 100 && at("turnaround", strategy, "priced", share) < 100;
    });
  };
  const auto takes_waits_away = [&](const char* strategy) {
    return std::string(strategy) == "keep-preferred" || at("wait", strategy, "free", 100) < 27;
  };
  return {{"turnaround is shorter than that of rigid jobs under every strategy, at every share and price",
           hold_of_all_strategies(is_any_shorter)},
          {"where all are malleable, min has the shortest turnaround, and the waits of all but keep-preferred are "
           "shorter by 73 % or more (arXiv 2602.17318: the best strategy's by 73 to 99 %)",
           hold_of_all_strategies([&](const char* strategy) {
             return takes_waits_away(strategy) &&
                    at("turnaround", "min", "free", 100) <= at("turnaround", strategy, "free", 100);
           })},
          {"at 20 % malleable jobs a fifth of the waiting or more is gone under every strategy but keep-preferred, "
           "where changes of size have a price, too",
           hold_of_all_strategies([&](const char* strategy) {
             return std::string(strategy) == "keep-preferred" || at("wait", strategy, "priced", 20) < 80;
           })},
          {"at a GB a core 85 % of the gain in turnaround or more are left under every strategy",
           hold_of_all_strategies([&](const char* strategy) { return left(strategy, usual_state_gb) >= 85; })},
          {"at 64 GB a core average and max-steal, that change sizes most, have lost two fifths of it or more, and "
           "under the "
           "others three quarters or more are left",
           hold_of_all_strategies([&](const char* strategy) {
             const bool is_changing_most = std::string(strategy) == "average" || std::string(strategy) == "max-steal";
             return is_changing_most ? left(strategy, 64) <= 60 : left(strategy, 64) >= 75;
           })}};
}

} // namespace

study::Reproduction malleable_study(const study::StudyContext& context) {
  study::Reproduction figure{
      "malleable jobs at a centre, the first 400 jobs of RICC on a quarter of its nodes under EASY: "
      "turnaround, wait, makespan and utilisation, in percent of those where all jobs are rigid; "
      "means of 10 draws of who is malleable"};
  const Means rigid = run_shared(context, "min", "free", 0);
  for (const Quantity& quantity : quantities)
    figure.rows.push_back({fmt::format("{}, rigid", quantity.name),
                           {},
                           rigid.at(quantity.metric).mean,
                           std::string(quantity.name) == "utilisation" ? "" : "s"});
  std::vector<study::Row> what_is_left;
  for (const char* const strategy : strategies) {
    for (const char* const price : prices)
      for (const int share : shares) {
        const Means means = run_shared(context, strategy, price, share);
        for (const Quantity& quantity : quantities)
          figure.rows.push_back(row_of(quantity, strategy, price, share, means, rigid));
      }
    const Means free = run_shared(context, strategy, "free", 100);
    for (const int state_gb : states_gb)
      what_is_left.push_back(row_of_what_is_left(context, strategy, state_gb, free, rigid));
  }
  figure.rows.insert(figure.rows.end(), what_is_left.begin(), what_is_left.end());
  figure.claims = claims_of(figure);
  figure.parameters = context.load("centre-malleable").parameters;
  const Parameters assumed{
      {"least and most sizes", "1/4 and 2 times what a job asks for", SourceKind::assumed, "the log has one size"},
      {"serial share", "0.001", SourceKind::assumed, "Amdahl's law; the log has one run time"}};
  figure.parameters.insert(figure.parameters.end(), assumed.begin(), assumed.end());
  figure.plot = {{"malleable", "malleable jobs (%)"}, {"simulated", "% of rigid"}, "series", "panel", "half_width"};
  return figure;
}

} // namespace daruma::models::dyprc::paper
