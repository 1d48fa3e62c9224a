#include "sim/core/units.hpp"

#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <type_traits>

namespace daruma {
namespace {

static_assert(!std::is_convertible_v<double, Bytes>);
static_assert(!std::is_convertible_v<Bytes, double>);
static_assert(!std::is_convertible_v<Bytes, Flops>);
static_assert(!std::is_constructible_v<Bytes, Flops>);
static_assert(!std::is_assignable_v<Bytes&, BytesPerSecond>);
static_assert(std::is_same_v<decltype(Bytes() / BytesPerSecond(1)), Seconds>);
static_assert(std::is_same_v<decltype(Bytes() / Bytes(1)), double>);

struct Reading {
  const char* text;
  double value;
};

template <class Parser> void expect_readings(Parser parse, std::initializer_list<Reading> readings) {
  for (const Reading& reading : readings) {
    const auto amount = parse(reading.text);
    ASSERT_TRUE(amount) << reading.text;
    EXPECT_EQ(*amount, decltype (*amount)(reading.value)) << reading.text;
  }
}

TEST(Units, ReadsEveryUnitOfTime) {
  expect_readings(parse_seconds, {{"3ns", 3e-9},
                                  {"1.5us", 1.5e-6},
                                  {"150ms", 0.15},
                                  {"0.4s", 0.4},
                                  {"2min", 120},
                                  {"6h", 21600},
                                  {"1d", 86400},
                                  {"5y", 5 * 365.25 * 86400},
                                  {"1e3s", 1000},
                                  {".5s", 0.5},
                                  {"5.s", 5}});
}

TEST(Units, ReadsEveryUnitOfSize) {
  expect_readings(parse_bytes, {{"7B", 7},
                                {"1kB", 1e3},
                                {"1MB", 1e6},
                                {"1GB", 1e9},
                                {"1TB", 1e12},
                                {"1PB", 1e15},
                                {"512KiB", 524288},
                                {"1MiB", 1048576},
                                {"1GiB", 1073741824},
                                {"1TiB", 1099511627776},
                                {"1PiB", 1125899906842624}});
}

TEST(Units, ReadsRatesInBytesAndInBits) {
  expect_readings(parse_bytes_per_second, {{"1B/s", 1},
                                           {"12.5GB/s", 12.5e9},
                                           {"100Gb/s", 12.5e9},
                                           {"1MiB/s", 1048576},
                                           {"8Kb/s", 1000},
                                           {"8Mb/s", 1e6},
                                           {"8Tb/s", 1e12}});
}

TEST(Units, ReadsWorkAndSpeed) {
  expect_readings(parse_flops, {{"1flop", 1}, {"1kf", 1e3}, {"1Mf", 1e6}, {"2Gf", 2e9}, {"1Tf", 1e12}, {"1Pf", 1e15}});
  expect_readings(
      parse_flops_per_second,
      {{"1flop/s", 1}, {"1kf/s", 1e3}, {"1Mf/s", 1e6}, {"43.2Gf/s", 43.2e9}, {"1Tf/s", 1e12}, {"1Pf/s", 1e15}});
}

TEST(Units, NegativeAmountsParse) {
  EXPECT_EQ(parse_seconds("-3h"), Seconds(-10800));
  EXPECT_EQ(parse_bytes("-1KiB"), Bytes(-1024));
}

TEST(Units, TextThatIsNoFiniteNumberWithAUnitIsRefused) {
  for (const char* text : {"",     "s",       "3",      "3 s",  " 3s",       "3s ",    "+3s",   "3S",   "3sec",
                           "nans", "infs",    "-infs",  "nan",  "1e999s",    "1e308y", "0x1ps", "1,5s", "1.2.3s",
                           "--1s", "1e-999s", "1_000s", "3s3s", "\xC2\xB5s", "1m",     "1hour"}) {
    EXPECT_FALSE(parse_seconds(text)) << text;
  }
  for (const char* text : {"1KB", "1kb", "1Kib", "1b", "1", "1Gb/s", "1EB"}) EXPECT_FALSE(parse_bytes(text)) << text;
  for (const char* text : {"1GB", "1Gb", "1kb/s", "1Gib/s", "1GB/S", "1GB/ s"}) {
    EXPECT_FALSE(parse_bytes_per_second(text)) << text;
  }
  for (const char* text : {"1Gf/s", "1f", "1Gflop", "1GF"}) EXPECT_FALSE(parse_flops(text)) << text;
  for (const char* text : {"1Gf", "1f/s", "1Gflop/s"}) EXPECT_FALSE(parse_flops_per_second(text)) << text;
}

TEST(Units, WritesTheShortestText) {
  EXPECT_EQ(to_text(Seconds(0)), "0s");
  EXPECT_EQ(to_text(Seconds(0.15)), "150ms");
  EXPECT_EQ(to_text(Seconds(1.5e-6)), "1.5us");
  EXPECT_EQ(to_text(Seconds(100)), "100s");
  EXPECT_EQ(to_text(Seconds(21600)), "6h");
  EXPECT_EQ(rounded_text(Seconds(0.015378999999999998)), "15379us");
  EXPECT_EQ(rounded_text(Seconds(3.0050220138768435)), "3.00502s");
  EXPECT_EQ(rounded_text(Seconds(0)), "0s");
  EXPECT_EQ(to_text(Seconds(31557600)), "1y");
  EXPECT_EQ(to_text(Seconds(-10800)), "-3h");
  EXPECT_EQ(to_text(Bytes(524288)), "512KiB");
  EXPECT_EQ(to_text(Bytes(500e6)), "500MB");
  EXPECT_EQ(to_text(Bytes(1000)), "1kB");
  EXPECT_EQ(to_text(Bytes(1023)), "1023B");
  EXPECT_EQ(to_text(BytesPerSecond(12.5e9)), "12.5GB/s");
  EXPECT_EQ(to_text(Flops(2e9)), "2Gf");
  EXPECT_EQ(to_text(FlopsPerSecond(43.2e9)), "43.2Gf/s");
}

TEST(Units, PowerIsInWatts) {
  EXPECT_EQ(parse_watts("350W"), Watts(350));
  EXPECT_EQ(parse_watts("1.2MW"), Watts(1.2e6));
  EXPECT_EQ(to_text(Watts(1600)), "1.6kW");
  for (const char* text : {"350", "1mW", "1Wh"}) EXPECT_FALSE(parse_watts(text)) << text;
}

/// Random bits make every kind of double: tiny, huge, with all digits used.
double any_finite(RandomStream& random) {
  for (;;) {
    const std::uint64_t bits = random.bits();
    double value = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return value;
  }
}

TEST(Units, WhatIsWrittenReadsBackToTheSameValue) {
  RandomStream random(1, 0, "units");
  for (int i = 0; i < 20000; ++i) {
    const double wide = any_finite(random);
    const double common = std::pow(10, 24 * random.uniform() - 9);
    for (const double value : {wide, common, std::round(common)}) {
      EXPECT_EQ(parse_seconds(to_text(Seconds(value))), Seconds(value)) << to_text(Seconds(value));
      EXPECT_EQ(parse_bytes(to_text(Bytes(value))), Bytes(value)) << to_text(Bytes(value));
      EXPECT_EQ(parse_bytes_per_second(to_text(BytesPerSecond(value))), BytesPerSecond(value));
      EXPECT_EQ(parse_flops(to_text(Flops(value))), Flops(value));
      EXPECT_EQ(parse_flops_per_second(to_text(FlopsPerSecond(value))), FlopsPerSecond(value));
    }
  }
}

TEST(Units, DimensionsCombineAsPhysicsAllows) {
  EXPECT_EQ(Bytes(1e9) / BytesPerSecond(5e8), Seconds(2));
  EXPECT_EQ(BytesPerSecond(5e8) * Seconds(2), Bytes(1e9));
  EXPECT_EQ(Flops(1e9) / FlopsPerSecond(5e8), Seconds(2));
  EXPECT_EQ(Bytes(3) + 2 * Bytes(4) - Bytes(1), Bytes(10));
  EXPECT_EQ(Bytes(8) / Bytes(2), 4.0);
}

} // namespace
} // namespace daruma
