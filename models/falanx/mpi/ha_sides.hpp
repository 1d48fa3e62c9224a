// Who does what to the tree store: submitter, Starter, WatchDog.
#pragma once

#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/mpi/ha_scheduler.hpp"
#include "models/falanx/mpi/ha_store.hpp"
#include "sim/core/random_stream.hpp"

#include <deque>
#include <set>

namespace daruma::models::falanx {

/// Moves a task that is in no list, or in running, to done. Whoever finds it moved already is content.
void end_task(HaStore& store, Writes writes, std::string_view name, Status status, const std::string& output_key);

class HaSubmitter final : public SubmitterSide {
public:
  HaSubmitter(const Wire& wire, const HaTerms& terms);

  TaskId submit(const Submission& submission) override;
  std::optional<TaskId> wait_any() override;
  Ending result(const TaskId& id) override;
  void close() override;

private:
  void lay_out();
  void enqueue(const TaskId& id, const std::vector<Change>& records);
  void look();

  const Wire& wire_;
  HaTerms terms_;
  HaStore store_;
  std::int64_t submitted_ = 0;
  std::int64_t outstanding_ = 0; ///< not returned yet
  std::vector<bool> seen_;       ///< in done, by order of submission
  std::size_t count_seen_ = 0;
  std::deque<TaskId> ended_; ///< not returned yet
  std::string last_bucket_;
};

class HaStarter final : public StarterSide {
public:
  HaStarter(const Wire& wire, const HaTerms& terms);

  std::optional<Task> take() override;
  void complete(const Task& task, const std::string& output_key) override;
  void fail(const Task& task) override;

private:
  /// A task that waits, and the folder of its entry.
  struct Pick {
    std::string name;
    std::string folder;
  };

  void enlist();
  bool take_some();
  bool await_turn();
  std::vector<Pick> look(Watch watch);
  Pick draw_from(const std::string& bucket);
  bool take_together(const std::vector<Pick>& picks);
  bool take_one_by_one(const Pick& pick);
  void clear_if_stale(const Pick& pick);
  bool is_mine(const Pick& pick);
  Task task_named(const std::string& name);
  bool is_over();
  bool wait();

  const Wire& wire_;
  HaTerms terms_;
  HaStore store_;
  RandomStream random_;
  std::string me_;
  std::string ticket_;              ///< in the queue, while there is one
  std::deque<std::string> taken_{}; ///< and not begun
  std::string taken_by_others_{};   ///< the task that was found so last
  bool watches_closing_ = false;
  bool over_ = false;
  int lost_races_ = 0;
};

class HaWatchDog final : public WatchDogSide {
public:
  HaWatchDog(const Wire& wire, const HaTerms& terms) : wire_(wire), terms_(terms), store_(wire.ranks()) {}

  void lose(int rank) override;

private:
  void fence(int rank);
  void leave_queue(int rank);
  void gather_stray_tasks();

  const Wire& wire_;
  HaTerms terms_;
  HaStore store_;
};

} // namespace daruma::models::falanx
