#include "sim/core/circle.hpp"

#include <algorithm>
#include <optional>

namespace daruma {

namespace {

/// A walk along what nodes wait for, without recursion: chains may be long.
class CircleSearch {
public:
  explicit CircleSearch(const std::vector<std::vector<std::size_t>>& waits_for)
      : waits_for_(waits_for), marks_(waits_for.size(), Mark::unknown), next_(waits_for.size(), 0) {}

  std::vector<std::size_t> run() {
    for (std::size_t node = 0; node < waits_for_.size(); ++node)
      if (const auto first = walk_from(node)) return {std::find(path_.begin(), path_.end(), *first), path_.end()};
    return {};
  }

private:
  enum class Mark : char { unknown, on_path, clear };

  /// The node at which the path meets itself.
  std::optional<std::size_t> walk_from(std::size_t start) {
    if (marks_[start] != Mark::unknown) return std::nullopt;
    enter(start);
    while (!path_.empty()) {
      const std::size_t node = path_.back();
      if (next_[node] == waits_for_[node].size()) {
        marks_[node] = Mark::clear;
        path_.pop_back();
        continue;
      }
      const std::size_t other = waits_for_[node][next_[node]++];
      if (marks_[other] == Mark::on_path) return other;
      if (marks_[other] == Mark::unknown) enter(other);
    }
    return std::nullopt;
  }

  void enter(std::size_t node) {
    marks_[node] = Mark::on_path;
    path_.push_back(node);
  }

  const std::vector<std::vector<std::size_t>>& waits_for_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> next_; ///< of each node's, which is to be looked at
  std::vector<std::size_t> path_{};
};

} // namespace

std::vector<std::size_t> circle_in(const std::vector<std::vector<std::size_t>>& waits_for) {
  return CircleSearch(waits_for).run();
}

} // namespace daruma
