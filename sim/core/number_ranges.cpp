#include "sim/core/number_ranges.hpp"

#include "sim/core/number.hpp"

#include <sstream>
#include <utility>

namespace daruma {

void NumberRanges::add(int first, int last) {
  if (first == last_ + 1) {
    last_ = last;
    return;
  }
  close();
  first_ = first;
  last_ = last;
}

void NumberRanges::close() {
  if (first_ < 0) return;
  if (!text_.empty()) text_ += ' ';
  text_ += std::to_string(first_);
  if (last_ > first_) text_ += '-' + std::to_string(last_);
}

std::string NumberRanges::take() {
  close();
  first_ = -1;
  last_ = -2;
  return std::exchange(text_, {});
}

std::optional<std::vector<NumberRange>> ranges_in(const std::string& text) {
  std::vector<NumberRange> all;
  std::istringstream ranges(text);
  for (std::string range; ranges >> range;) {
    const std::size_t dash = range.find('-');
    const auto first = number_in<int>(range.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_in<int>(range.substr(dash + 1));
    if (!first || !last) return std::nullopt;
    all.push_back({*first, *last});
  }
  return all;
}

} // namespace daruma
