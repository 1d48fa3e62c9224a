#include "sim/batch/left_out.hpp"

#include <fmt/format.h>

namespace daruma::batch {

namespace {

constexpr std::size_t most_named = 5;

std::string named(const std::vector<int>& first, int count) {
  if (count == 1) return fmt::format("line {}", first.front());
  const auto more = count - static_cast<int>(first.size());
  if (more > 0) return fmt::format("lines {} and {} more", fmt::join(first, ", "), more);
  const std::vector<int> before(first.begin(), first.end() - 1);
  return fmt::format("lines {} and {}", fmt::join(before, ", "), first.back());
}

} // namespace

void LeftOut::add(const std::string& why, int line) {
  Lines& lines = by_reason_[why];
  ++lines.count;
  if (lines.first.size() < most_named) lines.first.push_back(line);
}

int LeftOut::count() const {
  int sum = 0;
  for (const auto& [why, lines] : by_reason_) sum += lines.count;
  return sum;
}

std::vector<std::string> LeftOut::sentences(const std::string& file, const std::string& one,
                                            const std::string& several) const {
  std::vector<std::string> all;
  all.reserve(by_reason_.size());
  for (const auto& [why, lines] : by_reason_)
    all.push_back(fmt::format("{} of {} with {} {}: {}",
                              lines.count == 1 ? "1 line" : fmt::format("{} lines", lines.count), file, why,
                              lines.count == 1 ? one : several, named(lines.first, lines.count)));
  return all;
}

} // namespace daruma::batch
