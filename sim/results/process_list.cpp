#include "sim/results/process_list.hpp"

#include <fmt/format.h>

#include <iterator>

namespace daruma::results {

namespace {

constexpr int most_ranges = 4; // in a list, before it becomes a count

} // namespace

std::string processes(const std::set<int>& numbers) {
  if (numbers.size() == 1) return *numbers.begin() < 0 ? "" : fmt::format("process {}", *numbers.begin());
  std::string list;
  int ranges = 0;
  for (auto first = numbers.begin(); first != numbers.end(); ++ranges) {
    auto last = first;
    while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
    list += ranges == 0 ? "" : ", ";
    list += *first == *last ? std::to_string(*first) : fmt::format("{}-{}", *first, *last);
    first = std::next(last);
  }
  return ranges <= most_ranges ? "processes " + list : fmt::format("{} processes", numbers.size());
}

} // namespace daruma::results
