#include "models/falanx/fast/task_lists.hpp"

#include <algorithm>

namespace daruma::fast {

namespace {
using models::falanx::bucket_size;
using models::falanx::Cure;
using Kind = StoreChange::Kind;
} // namespace

TaskLists::TaskId TaskLists::bucket_of(const TaskId& id) { return {id.priority, id.order / bucket_size}; }

std::size_t TaskLists::size_of_bucket(const TaskId& bucket) const {
  const std::int64_t begin = bucket.order * bucket_size;
  return waiting_.count(bucket.priority, begin, begin + bucket_size);
}

TaskLists::TaskId TaskLists::nth_in_bucket(const TaskId& bucket, std::size_t n) const {
  return waiting_.nth(bucket.priority, bucket.order * bucket_size, n);
}

bool TaskLists::has_begun(const TaskId& id) const {
  const auto order = static_cast<std::size_t>(id.order);
  return order < begun_.size() && begun_[order];
}

void TaskLists::begin(const TaskId& id) {
  const auto order = static_cast<std::size_t>(id.order);
  if (order >= begun_.size()) begun_.resize(std::max(order + 1, 2 * begun_.size()));
  begun_[order] = true;
}

bool TaskLists::admits(const StoreChange& change) const {
  const auto is_waiting = [this](const TaskId& id) { return waiting_.contains(id); };
  switch (change.kind) {
  case Kind::enter:
    return cure_ != Cure::buckets || buckets_.contains(bucket_of(change.tasks.front()));
  case Kind::open_bucket:
    return !buckets_.contains(bucket_of(change.tasks.front()));
  case Kind::remove_bucket:
    return buckets_.contains(change.tasks.front()) && size_of_bucket(change.tasks.front()) == 0;
  case Kind::leave:
  case Kind::take:
    return std::all_of(change.tasks.begin(), change.tasks.end(), is_waiting);
  default:
    return true;
  }
}

void TaskLists::make(const StoreChange& change) {
  switch (change.kind) {
  case Kind::nothing:
    return;
  case Kind::lay_out:
    laid_out_ = true;
    return;
  case Kind::open_bucket:
    buckets_.insert(bucket_of(change.tasks.front()));
    waiting_.insert(change.tasks.front());
    return;
  case Kind::enter:
    waiting_.insert(change.tasks.front());
    return;
  case Kind::remove_bucket:
    buckets_.erase(change.tasks.front());
    return;
  case Kind::leave:
    waiting_.erase(change.tasks.front());
    return;
  case Kind::begin:
    begin(change.tasks.front());
    return;
  case Kind::take:
    for (const TaskId& id : change.tasks) {
      waiting_.erase(id);
      begin(id);
    }
    if (change.ticket >= 0) first_ticket_ = change.ticket + 1;
    return;
  case Kind::end:
    ++done_;
    return;
  case Kind::queue_up:
    ++next_ticket_;
    return;
  case Kind::close:
    closed_ = true;
    return;
  }
}

/// A bucket's own list is watched by nobody.
std::vector<Topic> TaskLists::told(const StoreChange& change) const {
  const bool is_in_bucket = cure_ == Cure::buckets;
  switch (change.kind) {
  case Kind::lay_out:
    return {Topic::layout};
  case Kind::open_bucket:
  case Kind::remove_bucket:
    return {Topic::waiting};
  case Kind::enter:
  case Kind::leave:
    return is_in_bucket ? std::vector<Topic>{} : std::vector<Topic>{Topic::waiting};
  case Kind::take:
    if (is_in_bucket) return {};
    return change.ticket >= 0 ? std::vector<Topic>{Topic::waiting, Topic::turn} : std::vector<Topic>{Topic::waiting};
  case Kind::end:
    return {Topic::done};
  case Kind::close:
    return {Topic::closed};
  default:
    return {};
  }
}

} // namespace daruma::fast
