#include "sim/core/natural_order.hpp"

#include <cstddef>

namespace daruma {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_from(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - start;
}

} // namespace

bool is_naturally_before(std::string_view a, std::string_view b) {
  std::size_t start = 0;
  while (start < a.size() && start < b.size() && a[start] == b[start]) ++start;
  // Where the texts part inside a number, that number counts as a whole.
  while (start > 0 && is_digit(a[start - 1])) --start;
  const std::size_t a_digits = digits_from(a, start);
  const std::size_t b_digits = digits_from(b, start);
  const bool is_longer_number_larger = a_digits > 0 && b_digits > 0 && a_digits != b_digits;
  return is_longer_number_larger ? a_digits < b_digits : a < b;
}

} // namespace daruma
