#include "models/spares/logic/exchange_times.hpp"

namespace daruma::models::spares {

std::string after_failures(const char* metric, int failures) {
  return std::string(metric) + "[failures=" + std::to_string(failures) + "]";
}

std::map<std::string, double> exchange_metrics(const std::map<int, ExchangeTimes>& by_failures) {
  std::map<std::string, double> metrics;
  const auto unharmed = by_failures.find(0);
  double count = 0;
  Seconds sum{0};
  for (const auto& [failures, times] : by_failures) {
    if (times.count == 0) continue;
    metrics[after_failures("exchange_ms", failures)] = times.mean.count() * 1e3;
    if (unharmed != by_failures.end())
      metrics[after_failures("slowdown", failures)] = times.mean / unharmed->second.mean;
    count += times.count;
    sum += times.sum;
  }
  if (unharmed != by_failures.end()) metrics["slowdown"] = sum / count / unharmed->second.mean;
  return metrics;
}

} // namespace daruma::models::spares
