// A Starter of the highly available scheduler: how it comes by a task, and how it says that one has ended (paper,
// section 3.2). A state machine: what it asks of the tree store, in which order, and what it makes of the answers.
//
// A Starter that finds others faster has lost the race for a task and begins anew. It waits by watches and never polls.
// Assumes that reads may be stale, that a commit is made as a whole or not at all, and that watches tell of changes
// before a later read can show them (models/port/tree_store.hpp).
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "sim/core/random_stream.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::models::falanx {

/// The end of a task, for good.
struct EndOfTask {
  TaskId task;
  Status status = Status::completed; ///< or failed
  std::string output_key{};          ///< of one that completed
};

/// The request number `n`, from 0, of those that move a task that is in no list, or in running, to done; none: they are
/// all made. Whoever finds it moved already is content.
HaRequest request_to_end(Writes writes, const EndOfTask& end, int n);

class HaStarter final : public HaSide {
public:
  /// `random` draws the tasks of a bucket.
  HaStarter(const HaTerms& terms, const Roles& roles, RandomStream random)
      : terms_(terms), clients_(static_cast<std::size_t>(roles.clients)), starters_(roles.groups), random_(random) {}

  // Calls; one at a time.

  /// The first request of all: the Starter enters itself in the list of Starters.
  HaRequest enlist();
  /// Afterwards `task()` is the one that is RUNNING here; nothing when all submitters have closed.
  HaRequest take();
  HaRequest complete(const TaskId& task, std::string output_key);
  HaRequest fail(const TaskId& task);

  HaRequest step(HaAnswer& answer) override { return next_(*this, answer); }
  Selection select(std::size_t entries) override;

  const std::optional<Task>& task() const { return task_; }
  int lost_races() const { return lost_races_; }

private:
  using Next = HaRequest (*)(HaStarter&, HaAnswer&);
  using Go = HaRequest (HaStarter::*)();

  HaRequest ask(const HaRequest& request, Next next);
  HaRequest finish();

  HaRequest take_some();
  HaRequest queue_up();
  HaRequest confirm_ticket();
  HaRequest stand_in_queue();
  HaRequest watch_the_one_before(const Ticket& before);
  HaRequest look(WatchIt watch);
  HaRequest look_unwatched() { return look(WatchIt::no); }
  HaRequest look_and_watch() { return look(WatchIt::yes); }
  HaRequest weigh();
  HaRequest draw();
  HaRequest take_together();
  HaRequest take_one_by_one();
  HaRequest pass_over();
  HaRequest leave_and_claim();
  HaRequest begin();
  HaRequest lose_race();
  HaRequest win_race();
  HaRequest read_task();
  HaRequest wait_and(Go changed);
  HaRequest unless_over(Go then);
  HaRequest await();
  HaRequest end(EndOfTask end);
  HaRequest end_further();

  HaTerms terms_;
  std::size_t clients_;
  int starters_;
  RandomStream random_;

  Next next_ = nullptr; ///< what the answer leads to
  HaRequest::Kind asked_ = HaRequest::Kind::none;

  Ticket ticket_{};
  WatchIt looking_ = WatchIt::no;
  TaskId bucket_{};
  std::vector<TaskId> picks_{};             ///< what it wants to take
  std::optional<TaskId> taken_by_others_{}; ///< the task that was found so last
  std::vector<TaskId> taken_{};             ///< and not begun
  std::optional<Task> task_{};
  int lost_races_ = 0;

  Go changed_ = nullptr; ///< what to do when something has changed
  Go unless_over_ = nullptr;
  bool watches_closing_ = false;
  bool is_over_ = false;

  EndOfTask end_{};
  int end_requests_ = 0; ///< that were made
};

} // namespace daruma::models::falanx
