// What a master knows of its bag: the tasks to do, how many are being done, and those done. Pure.
//
// As in Condor's master-worker framework MW (Goux, Kulkarni, Linderoth, Yoder, An Enabling Framework for Master-Worker
// Applications on the Computational Grid, HPDC 2000): a task whose worker is lost goes back to the list of those to do,
// and to its head, as in MW's own sources. What is saved is the list of those done: whatever else there was when the
// master is lost is to do again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace daruma::models::falanx {

class WorkList {
public:
  /// Tasks 0 to `tasks` - 1, all of them to do.
  explicit WorkList(int tasks);
  /// All but those that `saved` has as done.
  WorkList(int tasks, const std::vector<std::byte>& saved);

  /// The next one, which is being done from now on; nothing if none is to do.
  std::optional<int> hand_out();
  /// Of one that is being done. A task is done once.
  void complete(int task);
  /// Of one that is being done: its worker is lost.
  void put_back(int task);

  int to_do() const { return static_cast<int>(to_do_.size()); }
  int done() const { return done_; }
  bool is_over() const { return done_ == static_cast<int>(states_.size()); }
  /// How often a task was put back, that of the lives before included.
  std::int64_t put_back_in_all() const { return put_back_; }

  std::vector<std::byte> saved() const;

private:
  enum class State : char { to_do, running, done };

  std::vector<State> states_;
  std::deque<int> to_do_;
  int done_ = 0;
  std::int64_t put_back_ = 0;
};

} // namespace daruma::models::falanx
