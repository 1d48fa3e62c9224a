#include "models/faults/logic/beats.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace daruma::models::faults {

namespace {

/// Of clocks that are sums of many numbers.
constexpr Seconds clock_step{1e-9};

constexpr std::array ways_of_watching{
    std::pair{std::string_view("none"), Watching::none}, std::pair{std::string_view("ring"), Watching::ring},
    std::pair{std::string_view("server"), Watching::server}, std::pair{std::string_view("system"), Watching::system}};

} // namespace

std::optional<Watching> watching_named(std::string_view name) {
  const auto found = std::find_if(ways_of_watching.begin(), ways_of_watching.end(),
                                  [name](const auto& known) { return known.first == name; });
  return found == ways_of_watching.end() ? std::nullopt : std::optional(found->second);
}

bool Beats::is_due(Seconds now) const { return next_ <= now + clock_step; }

Beats::Due Beats::take(Seconds now, Seconds cost) {
  Due due{0, Seconds(0)};
  for (; is_due(now); next_ += period_) {
    ++due.beats;
    due.to_pay += std::max(Seconds(0), cost - std::max(Seconds(0), now - next_));
  }
  return due;
}

} // namespace daruma::models::faults
