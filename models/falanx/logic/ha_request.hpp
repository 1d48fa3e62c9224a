// What the sides of the highly available scheduler ask of the tree store, and what they are answered.
//
// Requests speak of tasks, not of paths, so that whoever drives a side may keep the tree store as it likes: ranks turn
// them into operations on the nodes of a tree (ha_operations.hpp), the fast fidelity into changes of task lists. What a
// request points to stays good until the side's next step.
#pragma once

#include "models/falanx/logic/scheduler.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// A place in the queue of Starters: tickets are numbered in the order in which they were made.
struct Ticket {
  int rank = -1;
  std::int64_t number = -1; ///< -1: no ticket
};

enum class WatchIt { no, yes };

struct HaRequest {
  enum class Kind : std::uint8_t {
    none,  ///< the call is over
    await, ///< until a watch tells something; `is_so`: the list of closed submitters is watched no more

    // Reads of the store. A list's answer has those entries that the side selects.
    find_folders,  ///< `is_so`: the submitter has made all folders
    list_waiting,  ///< `tasks` that wait, or buckets with tasks that do
    list_bucket,   ///< `tasks` of the bucket that `task` names
    list_queue,    ///< `own` ticket, and that of the Starter `before` the one that asks
    find_ticket,   ///< `is_so`: `ticket` is in the queue
    list_closed,   ///< `count` of submitters that have closed
    list_done,     ///< `tasks` of this submitter that have ended and that no earlier answer had
    read_status,   ///< `status` of a task
    read_input,    ///< `text`: key of a task's input
    read_function, ///< `text`: name of the function that a worker is to call
    read_output,   ///< `text`: key of a task's output

    // Writes to it; `is_so`: it was made.
    make_folder,        ///< the folder number `index`
    enlist,             ///< the Starter is there
    record,             ///< one of the nodes that describe a task, by `index`
    enter,              ///< the task waits
    submit,             ///< all nodes that describe a task, and its entry among those that wait
    submit_with_bucket, ///< as `submit`, and the bucket for the entry is new
    remove_bucket,      ///< if it is empty
    queue_up,           ///< a ticket at the queue's end
    clear,              ///< the entry that is left of a task which others have taken
    leave,              ///< the task waits no more
    claim,              ///< the task is this Starter's
    unclaim,            ///< the task is nobody's
    begin,              ///< the task's status becomes RUNNING, if nobody has changed it
    take,               ///< `leave`, `claim` and `begin` for all `tasks`; a Starter with a `ticket` leaves the queue
    record_output,      ///< the key of a task's output is `text`
    set_end,            ///< the task's status becomes `status`
    list_as_done,       ///< the task is in the list of those that have ended
    end,                ///< `unclaim`, `list_as_done`, `set_end` and, if it completed, `record_output`
    close               ///< the submitter will submit no more
  };

  Kind kind = Kind::none;
  WatchIt watch = WatchIt::no;
  Status status = Status::initial;
  int index = 0;
  TaskId task{}; ///< or a bucket, by its priority and number
  Ticket ticket{};
  const std::vector<TaskId>* tasks = nullptr;
  const Submission* submission = nullptr;
  std::string_view text{}; ///< the key of an output
};

constexpr bool is_read(HaRequest::Kind kind) {
  return kind >= HaRequest::Kind::find_folders && kind <= HaRequest::Kind::read_output;
}

/// The folders that a submitter makes; Starters wait for the last one.
inline constexpr int folder_count = 8;
/// Nodes that say what a task is, before it waits.
inline constexpr int record_count = 4;

struct HaAnswer {
  bool is_so = false;
  Status status = Status::failed;
  std::size_t count = 0;
  std::vector<TaskId> tasks{};
  Ticket own{};
  Ticket before{};
  std::string text{};
};

/// Places in a list, from `first` on.
struct Selection {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// A state machine of the scheduler: a call begins with a request, each answer leads to the next one, until that is
/// none.
class HaSide {
public:
  virtual ~HaSide() = default;
  virtual HaRequest step(HaAnswer& answer) = 0;
  /// What is wanted of a list with so many entries. Asked while the list is read, once for each list.
  virtual Selection select(std::size_t) { return {}; }
};

} // namespace daruma::models::falanx
