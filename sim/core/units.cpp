#include "sim/core/units.hpp"

#include "sim/core/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace daruma {

namespace {

/// A unit is multiple / fraction of the base unit. Both are exact, so that "150ms" is 150 / 1000,
/// correctly rounded, and not 150 * 0.001.
struct Unit {
  std::string_view suffix;
  double multiple;
  double fraction = 1;
};

constexpr double kibi = 1024;
constexpr double mebi = 1024 * kibi;
constexpr double gibi = 1024 * mebi;
constexpr double tebi = 1024 * gibi;
constexpr double pebi = 1024 * tebi;

constexpr double minute = 60;
constexpr double hour = 60 * minute;
constexpr double day = 24 * hour;
constexpr double julian_year = 365.25 * day;

// In each table the base unit comes first: it always brings the value back, and so serves where no other unit does.
constexpr std::array time_units{Unit{"s", 1},        Unit{"ns", 1, 1e9}, Unit{"us", 1, 1e6}, Unit{"ms", 1, 1e3},
                                Unit{"min", minute}, Unit{"h", hour},    Unit{"d", day},     Unit{"y", julian_year}};

constexpr std::array byte_units{Unit{"B", 1},      Unit{"kB", 1e3},   Unit{"MB", 1e6},   Unit{"GB", 1e9},
                                Unit{"TB", 1e12},  Unit{"PB", 1e15},  Unit{"KiB", kibi}, Unit{"MiB", mebi},
                                Unit{"GiB", gibi}, Unit{"TiB", tebi}, Unit{"PiB", pebi}};

/// Units of rates that are read but never written.
constexpr std::array bit_units{Unit{"Kb", 1e3, 8}, Unit{"Mb", 1e6, 8}, Unit{"Gb", 1e9, 8}, Unit{"Tb", 1e12, 8}};

constexpr std::array flop_units{Unit{"flop", 1}, Unit{"kf", 1e3},  Unit{"Mf", 1e6},
                                Unit{"Gf", 1e9}, Unit{"Tf", 1e12}, Unit{"Pf", 1e15}};

constexpr std::array watt_units{Unit{"W", 1}, Unit{"kW", 1e3}, Unit{"MW", 1e6}, Unit{"GW", 1e9}};

constexpr std::string_view per_second = "/s";

/// What a rate has before "/s"; empty if the text is none.
std::string_view amount_in(std::string_view rate) {
  const std::size_t end = rate.rfind(per_second);
  return end != std::string_view::npos && end + per_second.size() == rate.size() ? rate.substr(0, end) : "";
}

template <class Units> std::optional<double> parse(std::string_view text, const Units& units) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const std::string_view suffix = text.substr(static_cast<std::size_t>(rest - text.data()));
  for (const Unit& unit : units) {
    if (unit.suffix != suffix) continue;
    const double value = number * unit.multiple / unit.fraction;
    // from_chars takes "inf" and "nan" for numbers, and the unit may overflow what it took.
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

/// The value written in this unit, or nothing if the division lost what the multiplication does not bring back.
std::optional<std::string> exact_text(double value, const Unit& unit) {
  const double number = value * unit.fraction / unit.multiple;
  for (const double candidate : {number, std::nextafter(number, -INFINITY), std::nextafter(number, INFINITY)})
    if (candidate * unit.multiple / unit.fraction == value) return shortest(candidate) + std::string(unit.suffix);
  return std::nullopt;
}

template <class Units> std::string write(double value, const Units& units) {
  const auto magnitude = [value](const Unit& unit) { return std::abs(value) * unit.fraction / unit.multiple; };
  const Unit* chosen = nullptr;
  std::string best;
  for (const Unit& unit : units) {
    if (magnitude(unit) < 1) continue;
    const std::optional<std::string> text = exact_text(value, unit);
    if (!text) continue;
    const bool is_better = chosen == nullptr || text->size() < best.size() ||
                           (text->size() == best.size() && magnitude(unit) < magnitude(*chosen));
    if (!is_better) continue;
    chosen = &unit;
    best = *text;
  }
  return chosen != nullptr ? best : shortest(value) + std::string(units.front().suffix);
}

template <class Amount> std::optional<Amount> typed(std::optional<double> value) {
  return value ? std::optional<Amount>(Amount(*value)) : std::nullopt;
}

} // namespace

std::optional<Seconds> parse_seconds(std::string_view text) { return typed<Seconds>(parse(text, time_units)); }
std::optional<Bytes> parse_bytes(std::string_view text) { return typed<Bytes>(parse(text, byte_units)); }
std::optional<BytesPerSecond> parse_bytes_per_second(std::string_view text) {
  const std::optional<double> bytes = parse(amount_in(text), byte_units);
  return typed<BytesPerSecond>(bytes ? bytes : parse(amount_in(text), bit_units));
}
std::optional<Flops> parse_flops(std::string_view text) { return typed<Flops>(parse(text, flop_units)); }
std::optional<FlopsPerSecond> parse_flops_per_second(std::string_view text) {
  return typed<FlopsPerSecond>(parse(amount_in(text), flop_units));
}
std::optional<Watts> parse_watts(std::string_view text) { return typed<Watts>(parse(text, watt_units)); }

std::string to_text(Seconds time) { return write(time.count(), time_units); }
std::string rounded_text(Seconds time) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", time.count());
  return to_text(Seconds(std::strtod(digits.data(), nullptr)));
}
std::string to_text(Bytes size) { return write(size.value(), byte_units); }
std::string to_text(BytesPerSecond rate) { return write(rate.value(), byte_units).append(per_second); }
std::string to_text(Flops work) { return write(work.value(), flop_units); }
std::string to_text(FlopsPerSecond speed) { return write(speed.value(), flop_units).append(per_second); }
std::string to_text(Watts power) { return write(power.value(), watt_units); }

} // namespace daruma
