// What a server of the tree store knows of the highly available scheduler's tasks, and what writes make of it.
//
// The lists and marks that Starters and submitter decide by; of everything else that they write only the cost is
// modelled. They are the contents of a SteadyStore (sim/treestore/steady_store.hpp).
#pragma once

#include "models/falanx/fast/ordered_tasks.hpp"
#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"

#include <cstdint>
#include <vector>

namespace daruma::fast {

/// What a request writes, as the lists know it.
struct StoreChange {
  models::falanx::HaRequest::Kind kind = models::falanx::HaRequest::Kind::none;
  int index = 0; ///< of a folder
  std::vector<models::falanx::TaskId> tasks{};
  std::int64_t ticket = -1; ///< of a Starter that takes and is in the queue
};
StoreChange change_of(const models::falanx::HaRequest& request);

class TaskLists {
public:
  using TaskId = models::falanx::TaskId;
  using Change = StoreChange;
  /// What watches tell of: the folders were made, a list changed, a Starter left the queue.
  enum class Topic : std::uint8_t { folders, waiting, done, closed, turn };
  static constexpr std::size_t list_topics = 4;

  explicit TaskLists(models::falanx::Cure cure) : cure_(cure) {}

  /// Whether the change can be made now.
  bool admits(const StoreChange&) const;
  /// Makes a change that was admitted.
  void make(const StoreChange&);
  /// What watches tell of it then, in order.
  std::vector<Topic> told(const StoreChange&) const;

  /// What is told of a Starter that leaves the queue: its ticket.
  static std::int64_t key_of(const StoreChange& change) { return change.ticket; }
  /// What a Starter that queues up is told: its ticket.
  std::int64_t receipt_of(const StoreChange&) const;

  bool has_folders() const { return has_folders_; }
  bool is_closed() const { return closed_; }
  models::falanx::Status status_of(const TaskId& id) const;
  std::size_t done() const { return done_; }
  const OrderedTasks& waiting() const { return waiting_; }
  /// Names in the folder of waiting tasks: tasks, or buckets.
  const OrderedTasks& entries() const { return has_buckets() ? buckets_ : waiting_; }
  bool has_buckets() const { return cure_ == models::falanx::Cure::buckets; }
  std::size_t size_of_bucket(const TaskId& bucket) const;
  TaskId nth_in_bucket(const TaskId& bucket, std::size_t n) const;
  /// The queue of Starters: tickets from the first to before the last.
  std::int64_t first_ticket() const { return first_ticket_; }
  std::int64_t next_ticket() const { return next_ticket_; }

private:
  models::falanx::Cure cure_;
  OrderedTasks waiting_;
  OrderedTasks buckets_;    ///< by number in place of the order
  std::vector<bool> begun_; ///< by order of submission
  std::vector<bool> ended_; ///< by order of submission
  std::size_t done_ = 0;
  std::int64_t first_ticket_ = 0;
  std::int64_t next_ticket_ = 0;
  bool has_folders_ = false; ///< all folders are made
  bool closed_ = false;
};

} // namespace daruma::fast
