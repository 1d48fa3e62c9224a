#include "sim/batch/calendar.hpp"

#include "sim/core/number.hpp"

#include <array>
#include <cmath>
#include <ctime>
#include <string>

namespace daruma::batch {

namespace {

/// strptime takes days that a month has not.
bool is_a_day(const std::tm& time) {
  std::tm same = time;
  const std::time_t seconds = timegm(&same);
  return seconds != -1 && same.tm_mday == time.tm_mday && same.tm_mon == time.tm_mon;
}

} // namespace

std::optional<Seconds> calendar_time(std::string_view text) {
  if (const auto seconds = number_in<double>(text)) {
    if (!std::isfinite(*seconds)) return std::nullopt;
    return Seconds(*seconds);
  }
  const std::string copy(text);
  constexpr std::array formats{"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"};
  for (const char* format : formats) {
    std::tm time{};
    const char* const end = strptime(copy.c_str(), format, &time);
    if (end != nullptr && *end == '\0' && is_a_day(time)) return Seconds(static_cast<double>(timegm(&time)));
  }
  return std::nullopt;
}

} // namespace daruma::batch
