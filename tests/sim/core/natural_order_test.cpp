#include "sim/core/natural_order.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace daruma {
namespace {

TEST(NaturalOrder, NumbersCompareAsNumbers) {
  const std::vector<std::string> sorted{"",      "/jobs/2",  "/jobs/2/name", "/jobs/10", "a",   "a1",
                                        "a1b10", "a1c2",     "a9",           "a10",      "a19", "a110",
                                        "a110x", "length=8", "length=16",    "z"};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(is_naturally_before(sorted[i], sorted[j]), i < j) << sorted[i] << " " << sorted[j];
    }
  }
}

TEST(NaturalOrder, IsAStrictWeakOrder) {
  // All texts of up to three of these characters: any two are ordered, one way, and any three consistently.
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; texts[i].size() < 3; ++i) {
    for (const char c : {'0', '1', '9', '-', 'x'}) texts.push_back(texts[i] + c);
  }
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      EXPECT_EQ(is_naturally_before(a, b) || is_naturally_before(b, a), a != b) << a << " " << b;
      EXPECT_FALSE(is_naturally_before(a, b) && is_naturally_before(b, a)) << a << " " << b;
      if (!is_naturally_before(a, b)) continue;
      for (const std::string& c : texts) {
        if (is_naturally_before(b, c)) { ASSERT_TRUE(is_naturally_before(a, c)) << a << " " << b << " " << c; }
      }
    }
  }
}

} // namespace
} // namespace daruma
