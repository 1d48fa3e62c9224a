#include "sim/batch/host_list.hpp"

#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::batch {

namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_names = 1'000'000;

/// The first of `separated` parts and what is behind it; commas in brackets separate none.
std::string_view take_part(std::string_view& rest) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < rest.size() && (rest[end] != ',' || depth > 0); ++end) {
    if (rest[end] == '[') ++depth;
    if (rest[end] == ']') --depth;
  }
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::string padded(long long number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(width - std::min(width, digits.size()), '0') + digits;
}

/// "7" or "007-128".
bool add_range(std::string_view text, Names& numbers) {
  const std::size_t dash = text.find('-');
  const std::string_view low = text.substr(0, dash);
  const auto first = number_in<long long>(low);
  const auto last = dash == std::string_view::npos ? first : number_in<long long>(text.substr(dash + 1));
  if (!first || !last || *first < 0 || *last < *first) return false;
  if (static_cast<std::size_t>(*last - *first) >= most_names - std::min(most_names, numbers.size())) return false;
  for (long long number = *first; number <= *last; ++number) numbers.push_back(padded(number, low.size()));
  return true;
}

bool expand_part(const std::string& before, std::string_view part, Names& names) {
  const std::size_t open = part.find('[');
  if (open == std::string_view::npos) {
    if (part.find(']') != std::string_view::npos || names.size() == most_names) return false;
    names.push_back(before + std::string(part));
    return true;
  }
  const std::size_t close = part.find(']', open);
  if (close == std::string_view::npos) return false;
  Names numbers;
  std::string_view ranges = part.substr(open + 1, close - open - 1);
  do {
    if (!add_range(take_part(ranges), numbers)) return false;
  } while (!ranges.empty());
  const std::string prefix = before + std::string(part.substr(0, open));
  return std::all_of(numbers.begin(), numbers.end(), [&](const std::string& number) {
    return expand_part(prefix + number, part.substr(close + 1), names);
  });
}

/// Names that differ in their last numbers.
struct Group {
  struct Range {
    std::string low;
    long long last;
  };

  void add(const std::string& digits) {
    const long long number = std::stoll(digits);
    const bool goes_on =
        !ranges.empty() && number == ranges.back().last + 1 && digits == padded(number, ranges.back().low.size());
    if (goes_on)
      ranges.back().last = number;
    else
      ranges.push_back({digits, number});
  }

  std::string text() const {
    if (ranges.empty()) return before;
    std::vector<std::string> texts;
    texts.reserve(ranges.size());
    for (const Range& range : ranges) {
      const std::string last = padded(range.last, range.low.size());
      texts.push_back(last == range.low ? last : range.low + "-" + last);
    }
    const bool is_one = texts.size() == 1 && texts.front() == ranges.front().low;
    return before + (is_one ? texts.front() : fmt::format("[{}]", fmt::join(texts, ",")));
  }

  std::string before;
  std::vector<Range> ranges; ///< none: a name without a number
};

} // namespace

std::string host_list_of(const Names& names) {
  std::vector<Group> groups;
  for (const std::string& name : names) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const std::string before = name.substr(0, end);
    const std::string digits = name.substr(end);
    const bool has_number = !digits.empty() && digits.size() < 18;
    if (!has_number || groups.empty() || groups.back().before != before || groups.back().ranges.empty())
      groups.push_back({has_number ? before : name, {}});
    if (has_number) groups.back().add(digits);
  }
  std::vector<std::string> texts;
  texts.reserve(groups.size());
  for (const Group& group : groups) texts.push_back(group.text());
  return fmt::format("{}", fmt::join(texts, ","));
}

std::optional<Names> expand_host_list(std::string_view text) {
  Names names;
  while (!text.empty()) {
    const std::string_view part = take_part(text);
    if (part.empty() || !expand_part("", part, names)) return std::nullopt;
  }
  return names.empty() ? std::nullopt : std::optional(names);
}

} // namespace daruma::batch
