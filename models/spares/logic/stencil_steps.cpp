#include "models/spares/logic/stencil_steps.hpp"

#include <algorithm>

namespace daruma::models::spares {

std::int64_t StencilSteps::last_save() const {
  const std::int64_t step = checkpoint_every_ == 0 ? 0 : position_ / checkpoint_every_ * checkpoint_every_;
  return step > 0 ? step : unknown;
}

std::optional<std::int64_t> StencilSteps::agree(std::int64_t lowest) {
  const bool has_newer = has_to_read() && lowest > 0 && lowest < position_;
  position_ = std::max<std::int64_t>(lowest, 0);
  goes_back_ = false;
  return has_newer ? std::optional(position_) : std::nullopt;
}

int checkpoint_partner(int rank, int ranks) { return (rank + std::max(1, ranks / 2)) % ranks; }

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
