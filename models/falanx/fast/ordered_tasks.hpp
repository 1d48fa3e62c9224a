// Tasks in the order of their turn: the highest priority first, then by order of submission.
//
// A bit for each task, in a row for each priority, so that a list of a million costs its bits and no copy. Looking for
// the first goes on from where it was last, which is quick because tasks are taken from the front.
#pragma once

#include "models/falanx/logic/scheduler.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace daruma::fast {

class OrderedTasks {
public:
  using TaskId = models::falanx::TaskId;

  /// The task must not be in the list yet.
  void insert(const TaskId& id);
  /// The task must be in the list.
  void erase(const TaskId& id);
  bool contains(const TaskId& id) const;
  std::size_t size() const { return size_; }
  /// The first task of a set that is not empty.
  TaskId first() const;
  /// The first `count`, or as many as there are.
  std::vector<TaskId> first(std::size_t count) const;
  /// How many of one priority are in it whose order is in [begin, end).
  std::size_t count(int priority, std::int64_t begin, std::int64_t end) const;
  /// The n-th of one priority, from 0, whose order is not below `begin`; there is one.
  TaskId nth(int priority, std::int64_t begin, std::size_t n) const;

private:
  struct Row {
    std::vector<std::uint64_t> words;
    mutable std::size_t first = 0; ///< no word before this one has a bit
    std::size_t size = 0;
  };

  std::map<int, Row, std::greater<>> rows_; ///< by priority
  std::size_t size_ = 0;
};

} // namespace daruma::fast
