// DyProReconf, Fig. 4. Three of its times are what the loopback link and the set-up of connections were set from.
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace daruma::models::dyprc::paper {

namespace {

struct Published {
  int loop;
  int ranks;
  int length;
  double ms;
};

/// Of the lines that the figure prints those that the paper shows; loop as it counts them.
constexpr Published published[] = {
    {0, 32, 1, 0.020},      {0, 32, 2, 0.021},      {0, 32, 4, 0.020},      {0, 32, 131072, 4.836},
    {0, 32, 262144, 9.327}, {0, 16, 524288, 9.234}, {1, 16, 1, 0.025},      {1, 16, 2, 0.019},
    {1, 16, 131072, 2.447}, {1, 16, 262144, 4.746}, {1, 16, 524288, 9.275}, {2, 24, 1, 0.135},
    {2, 24, 2, 0.100},      {2, 24, 4, 0.050},      {2, 24, 8, 0.034},      {2, 24, 262144, 4.408},
    {2, 24, 524288, 8.626}, {3, 4, 1, 0.018},       {3, 4, 2, 0.019},       {3, 4, 65536, 0.228},
    {3, 4, 131072, 0.385},  {3, 4, 262144, 0.741},  {3, 4, 524288, 1.819}};

constexpr int longest = 524288; // B

std::optional<double> published_ms(int loop, int ranks, int length) {
  for (const Published& one : published)
    if (one.loop == loop && one.ranks == ranks && one.length == length) return one.ms;
  return std::nullopt;
}

std::string metric_of(int loop, int ranks, int length) {
  return fmt::format("sendrecv.sendrecv_ms[loop={},ranks={},length={}]", loop, ranks, length);
}

} // namespace

study::Reproduction fig4(const study::StudyContext& context) {
  const auto scenario = context.load("dyprc-fig4");
  const auto metrics = study::replicate(scenario, context.models, 1).front();
  study::Reproduction figure{"DyProReconf, Fig. 4: sendrecv benchmark while resized 32 -> 16 -> 24 -> 4"};
  figure.parameters = scenario.parameters;
  figure.plot = study::PlotSpec{{"bytes", "message length (B)", study::Scale::logarithmic},
                                {"simulated", "time of an exchange (ms)", study::Scale::logarithmic},
                                "series"};
  const auto is_there = [&](int loop, int ranks, int length) {
    return metrics.count(metric_of(loop, ranks, length)) > 0;
  };
  const auto time = [&](int loop, int ranks, int length) { return metrics.at(metric_of(loop, ranks, length)); };
  for (const auto& [loop, ranks] : {std::pair(0, 32), {0, 16}, {1, 16}, {2, 24}, {3, 4}})
    for (int length = 1; length <= longest; length *= 2)
      if (is_there(loop, ranks, length))
        figure.rows.push_back(
            {fmt::format("loop {}, {} ranks, {} B", loop, ranks, length),
             published_ms(loop, ranks, length),
             time(loop, ranks, length),
             "ms",
             {{"series", fmt::format("loop {}, {} ranks", loop, ranks)}, {"bytes", static_cast<double>(length)}}});
  figure.claims = {{"the loop number goes on over 32 -> 16 -> 24 -> 4, in the middle of a loop",
                    is_there(0, 32, 262144) && !is_there(0, 32, 524288) && is_there(0, 16, 524288) &&
                        is_there(1, 16, 1) && is_there(2, 24, 1) && is_there(3, 4, 1) && is_there(3, 4, 524288)},
                   {"the first message after the spawn is slower than before it", time(2, 24, 1) > time(1, 16, 1)},
                   {"it is slower than the messages after it", time(2, 24, 1) > time(2, 24, 64)}};
  return figure;
}

} // namespace daruma::models::dyprc::paper
