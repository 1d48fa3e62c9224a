// DyProReconf, Fig. 4. Three of its times are what the loopback link and the set-up of connections were set from.
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <fmt/format.h>

namespace daruma::models::dyprc::paper {

namespace {

struct Exchange {
  int loop;
  int ranks;
  int length;
  double paper_ms;
};

/// The lines that the figure prints; loop as it counts them.
constexpr Exchange exchanges[] = {
    {0, 32, 1, 0.020},      {0, 32, 2, 0.021},      {0, 32, 4, 0.020},      {0, 32, 131072, 4.836},
    {0, 32, 262144, 9.327}, {0, 16, 524288, 9.234}, {1, 16, 1, 0.025},      {1, 16, 2, 0.019},
    {1, 16, 131072, 2.447}, {1, 16, 262144, 4.746}, {1, 16, 524288, 9.275}, {2, 24, 1, 0.135},
    {2, 24, 2, 0.100},      {2, 24, 4, 0.050},      {2, 24, 8, 0.034},      {2, 24, 262144, 4.408},
    {2, 24, 524288, 8.626}, {3, 4, 1, 0.018},       {3, 4, 2, 0.019},       {3, 4, 65536, 0.228},
    {3, 4, 131072, 0.385},  {3, 4, 262144, 0.741},  {3, 4, 524288, 1.819}};

std::string metric_of(int loop, int ranks, int length) {
  return fmt::format("sendrecv.sendrecv_ms[loop={},ranks={},length={}]", loop, ranks, length);
}

} // namespace

study::Reproduction fig4(const study::StudyContext& context) {
  const auto scenario = context.load("dyprc-fig4");
  const auto metrics = study::replicate(scenario, context.models, 1).front();
  study::Reproduction figure{"DyProReconf, Fig. 4: sendrecv benchmark while resized 32 -> 16 -> 24 -> 4"};
  figure.parameters = scenario.parameters;
  for (const Exchange& exchange : exchanges)
    figure.rows.push_back({fmt::format("loop {}, {} ranks, {} B", exchange.loop, exchange.ranks, exchange.length),
                           exchange.paper_ms, metrics.at(metric_of(exchange.loop, exchange.ranks, exchange.length)),
                           "ms"});
  const auto is_there = [&](int loop, int ranks, int length) {
    return metrics.count(metric_of(loop, ranks, length)) > 0;
  };
  const auto time = [&](int loop, int ranks, int length) { return metrics.at(metric_of(loop, ranks, length)); };
  figure.claims = {{"the loop number goes on over 32 -> 16 -> 24 -> 4, in the middle of a loop",
                    is_there(0, 32, 262144) && !is_there(0, 32, 524288) && is_there(0, 16, 524288) &&
                        is_there(1, 16, 1) && is_there(2, 24, 1) && is_there(3, 4, 1) && is_there(3, 4, 524288)},
                   {"the first message after the spawn is slower than before it", time(2, 24, 1) > time(1, 16, 1)},
                   {"it is slower than the messages after it", time(2, 24, 1) > time(2, 24, 64)}};
  return figure;
}

} // namespace daruma::models::dyprc::paper
