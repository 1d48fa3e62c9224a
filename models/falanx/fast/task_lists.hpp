// What a server of the tree store knows of the highly available scheduler's tasks, and what writes make of it.
//
// The lists and marks that Starters and submitter decide by; of everything else that they write only the cost is
// modelled. A write succeeds or fails as a whole by what the lists are when its turn comes: that is known as soon as
// the leader has numbered it, as all servers make all writes in that order.
#pragma once

#include "models/falanx/fast/ordered_tasks.hpp"
#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/mpi/ha_scheduler.hpp"

#include <cstdint>
#include <vector>

namespace daruma::fast {

/// What watches tell of: the folder of waiting tasks was made, a list changed, a Starter left the queue.
enum class Topic : std::uint8_t { layout, waiting, done, closed, turn };

struct StoreChange {
  enum class Kind : std::uint8_t {
    nothing,       ///< what no list shows
    lay_out,       ///< the folder of waiting tasks
    enter,         ///< a task waits
    open_bucket,   ///< the same, in a bucket that has to be made
    remove_bucket, ///< if it is empty; in place of a task
    leave,         ///< it waits no more
    begin,         ///< it is RUNNING
    take,          ///< both, of several tasks; their Starter leaves the queue
    end,           ///< it is done
    queue_up,      ///< a Starter
    close          ///< the submitter
  };
  Kind kind = Kind::nothing;
  std::vector<models::falanx::TaskId> tasks{};
  std::int64_t ticket = -1; ///< take: of the Starter, if it is in the queue
};

class TaskLists {
public:
  using TaskId = models::falanx::TaskId;

  explicit TaskLists(models::falanx::Cure cure) : cure_(cure) {}

  /// Whether the change can be made now.
  bool admits(const StoreChange&) const;
  /// One that was admitted.
  void make(const StoreChange&);
  /// What watches tell of it then, in order.
  std::vector<Topic> told(const StoreChange&) const;

  bool is_laid_out() const { return laid_out_; }
  bool is_closed() const { return closed_; }
  bool has_begun(const TaskId& id) const;
  std::size_t done() const { return done_; }
  const OrderedTasks& waiting() const { return waiting_; }
  /// Names in the folder of waiting tasks: tasks, or buckets.
  const OrderedTasks& entries() const { return cure_ == models::falanx::Cure::buckets ? buckets_ : waiting_; }
  std::size_t size_of_bucket(const TaskId& bucket) const;
  TaskId nth_in_bucket(const TaskId& bucket, std::size_t n) const;
  /// The queue of Starters: tickets from the first to before the last.
  std::int64_t first_ticket() const { return first_ticket_; }
  std::int64_t next_ticket() const { return next_ticket_; }

private:
  void begin(const TaskId& id);
  static TaskId bucket_of(const TaskId& id);

  models::falanx::Cure cure_;
  OrderedTasks waiting_;
  OrderedTasks buckets_; ///< by number in place of the order
  std::vector<bool> begun_;
  std::size_t done_ = 0;
  std::int64_t first_ticket_ = 0;
  std::int64_t next_ticket_ = 0;
  bool laid_out_ = false;
  bool closed_ = false;
};

} // namespace daruma::fast
