#include "models/falanx/fast/ordered_tasks.hpp"

#include <algorithm>

namespace daruma::fast {

namespace {

constexpr std::int64_t bits = 64;

std::size_t word_of(std::int64_t order) { return static_cast<std::size_t>(order / bits); }
std::uint64_t bit_of(std::int64_t order) { return std::uint64_t{1} << (order % bits); }

/// Its bits from `begin` on and before `end`; the word begins at `first`.
std::uint64_t between(std::uint64_t word, std::int64_t first, std::int64_t begin, std::int64_t end) {
  if (begin > first) word &= ~std::uint64_t{0} << (begin - first);
  if (end < first + bits) word &= ~(~std::uint64_t{0} << (end - first));
  return word;
}

std::int64_t lowest(std::uint64_t word) { return __builtin_ctzll(word); }

} // namespace

void OrderedTasks::insert(const TaskId& id) {
  Row& row = rows_[id.priority];
  const std::size_t word = word_of(id.order);
  if (word >= row.words.size()) row.words.resize(std::max(word + 1, 2 * row.words.size()));
  row.words[word] |= bit_of(id.order);
  row.first = row.size == 0 ? word : std::min(row.first, word);
  ++row.size;
  ++size_;
}

void OrderedTasks::erase(const TaskId& id) {
  Row& row = rows_.at(id.priority);
  row.words[word_of(id.order)] &= ~bit_of(id.order);
  --row.size;
  --size_;
}

bool OrderedTasks::contains(const TaskId& id) const {
  const auto row = rows_.find(id.priority);
  if (row == rows_.end()) return false;
  const std::size_t word = word_of(id.order);
  return word < row->second.words.size() && (row->second.words[word] & bit_of(id.order)) != 0;
}

OrderedTasks::TaskId OrderedTasks::first() const { return first(1).front(); }

std::vector<OrderedTasks::TaskId> OrderedTasks::first(std::size_t count) const {
  std::vector<TaskId> ids;
  for (const auto& [priority, row] : rows_) {
    if (row.size == 0) continue;
    while (row.words[row.first] == 0) ++row.first;
    for (std::size_t word = row.first; word < row.words.size() && ids.size() < count; ++word)
      for (std::uint64_t left = row.words[word]; left != 0 && ids.size() < count; left &= left - 1)
        ids.push_back({priority, static_cast<std::int64_t>(word) * bits + lowest(left)});
    if (ids.size() == count) break;
  }
  return ids;
}

std::size_t OrderedTasks::count(int priority, std::int64_t begin, std::int64_t end) const {
  const auto row = rows_.find(priority);
  if (row == rows_.end()) return 0;
  std::size_t sum = 0;
  for (std::size_t word = word_of(begin); word < row->second.words.size(); ++word) {
    const std::int64_t first = static_cast<std::int64_t>(word) * bits;
    if (first >= end) break;
    sum += static_cast<std::size_t>(__builtin_popcountll(between(row->second.words[word], first, begin, end)));
  }
  return sum;
}

OrderedTasks::TaskId OrderedTasks::nth(int priority, std::int64_t begin, std::size_t n) const {
  const Row& row = rows_.at(priority);
  std::size_t word = word_of(begin);
  std::uint64_t left = between(row.words[word], static_cast<std::int64_t>(word) * bits, begin, begin + 2 * bits);
  for (;;) {
    for (; left != 0; left &= left - 1)
      if (n-- == 0) return {priority, static_cast<std::int64_t>(word) * bits + lowest(left)};
    left = row.words[++word];
  }
}

} // namespace daruma::fast
