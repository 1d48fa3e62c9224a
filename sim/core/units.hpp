// Physical quantities as types, and their text forms ("150ms", "512KiB", "12.5GB/s").
//
// Time is std::chrono::duration<double>; amounts and rates are thin wrappers around
// one double that only combine where the physics allows it. Text with a unit suffix
// exists at the edge (JSON, command line, tables); code holds these types.
#pragma once

#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace daruma {

using Seconds = std::chrono::duration<double>;
inline constexpr Seconds never{std::numeric_limits<double>::infinity()};

/// One physical amount; `Tag` keeps bytes, flops and their rates apart.
template <class Tag> class Quantity {
public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}
  constexpr double value() const { return value_; }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value_ / k); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
  friend constexpr bool operator==(Quantity a, Quantity b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }

private:
  double value_ = 0;
};

using Bytes = Quantity<struct BytesTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using Flops = Quantity<struct FlopsTag>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;
using Watts = Quantity<struct WattsTag>;

constexpr Seconds operator/(Bytes size, BytesPerSecond rate) { return Seconds(size.value() / rate.value()); }
constexpr Seconds operator/(Flops work, FlopsPerSecond speed) { return Seconds(work.value() / speed.value()); }
constexpr Bytes operator*(BytesPerSecond rate, Seconds time) { return Bytes(rate.value() * time.count()); }
constexpr Flops operator*(FlopsPerSecond speed, Seconds time) { return Flops(speed.value() * time.count()); }

/// Each parser takes a finite number followed at once by a unit; nothing on anything else.
/// Time: ns us ms s min h d y(365.25 d). Bytes: B, decimal kB MB GB TB PB, binary KiB MiB GiB TiB PiB.
/// Rates: a byte unit or a bit unit (Kb Mb Gb Tb, decimal) before "/s". Work: flop, kf Mf Gf Tf Pf; speed: those plus
/// "/s". Power: W kW MW GW.
std::optional<Seconds> parse_seconds(std::string_view text);
std::optional<Bytes> parse_bytes(std::string_view text);
std::optional<BytesPerSecond> parse_bytes_per_second(std::string_view text);
std::optional<Flops> parse_flops(std::string_view text);
std::optional<FlopsPerSecond> parse_flops_per_second(std::string_view text);
std::optional<Watts> parse_watts(std::string_view text);

/// Shortest text that reads back to the same value; of several, the largest unit that keeps the number at or above 1.
std::string to_text(Seconds);
/// For people, of a time that comes out of a calculation: six digits, "3.00502s".
std::string rounded_text(Seconds);
std::string to_text(Bytes);
std::string to_text(BytesPerSecond);
std::string to_text(Flops);
std::string to_text(FlopsPerSecond);
std::string to_text(Watts);

} // namespace daruma
