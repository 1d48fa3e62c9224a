#include "models/falanx/fast/task_lists.hpp"

#include "models/falanx/logic/ha_names.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;
using falanx::bucket_of;
using falanx::bucket_size;
using falanx::TaskId;
using Kind = falanx::HaRequest::Kind;

bool is_marked(const std::vector<bool>& marks, const TaskId& id) {
  const auto order = static_cast<std::size_t>(id.order);
  return order < marks.size() && marks[order];
}

void mark(std::vector<bool>& marks, const TaskId& id) {
  const auto order = static_cast<std::size_t>(id.order);
  if (order >= marks.size()) marks.resize(std::max(order + 1, 2 * marks.size()));
  marks[order] = true;
}

/// Whether a request is about the one task that it names, and lists show what becomes of it.
bool is_of_one_task(Kind kind) {
  constexpr Kind all[] = {Kind::enter,         Kind::submit,       Kind::submit_with_bucket,
                          Kind::remove_bucket, Kind::clear,        Kind::leave,
                          Kind::begin,         Kind::list_as_done, Kind::end};
  return std::find(std::begin(all), std::end(all), kind) != std::end(all);
}

} // namespace

StoreChange change_of(const falanx::HaRequest& request) {
  StoreChange change{request.kind, request.index, {}, request.ticket.number};
  if (request.kind == Kind::take) change.tasks = *request.tasks;
  if (is_of_one_task(request.kind)) change.tasks.push_back(request.task);
  return change;
}

std::size_t TaskLists::size_of_bucket(const TaskId& bucket) const {
  const std::int64_t begin = bucket.order * bucket_size;
  return waiting_.count(bucket.priority, begin, begin + bucket_size);
}

TaskLists::TaskId TaskLists::nth_in_bucket(const TaskId& bucket, std::size_t n) const {
  return waiting_.nth(bucket.priority, bucket.order * bucket_size, n);
}

falanx::Status TaskLists::status_of(const TaskId& id) const {
  if (is_marked(ended_, id)) return falanx::Status::completed;
  return is_marked(begun_, id) ? falanx::Status::running : falanx::Status::initial;
}

std::int64_t TaskLists::receipt_of(const StoreChange& change) const {
  return change.kind == Kind::queue_up ? next_ticket_ : -1;
}

bool TaskLists::admits(const StoreChange& change) const {
  const auto is_waiting = [this](const TaskId& id) { return waiting_.contains(id); };
  switch (change.kind) {
  case Kind::submit:
    return !has_buckets() || buckets_.contains(bucket_of(change.tasks.front()));
  case Kind::submit_with_bucket:
    return !buckets_.contains(bucket_of(change.tasks.front()));
  case Kind::remove_bucket:
    return buckets_.contains(change.tasks.front()) && size_of_bucket(change.tasks.front()) == 0;
  case Kind::clear:
  case Kind::leave:
  case Kind::take:
    return std::all_of(change.tasks.begin(), change.tasks.end(), is_waiting);
  default:
    return true;
  }
}

void TaskLists::make(const StoreChange& change) {
  switch (change.kind) {
  case Kind::make_folder:
    has_folders_ = change.index == falanx::folder_count - 1;
    return;
  case Kind::submit_with_bucket:
    buckets_.insert(bucket_of(change.tasks.front()));
    waiting_.insert(change.tasks.front());
    return;
  case Kind::enter:
  case Kind::submit:
    waiting_.insert(change.tasks.front());
    return;
  case Kind::remove_bucket:
    buckets_.erase(change.tasks.front());
    return;
  case Kind::clear:
  case Kind::leave:
    waiting_.erase(change.tasks.front());
    return;
  case Kind::begin:
    mark(begun_, change.tasks.front());
    return;
  case Kind::take:
    for (const TaskId& id : change.tasks) {
      waiting_.erase(id);
      mark(begun_, id);
    }
    if (change.ticket >= 0) first_ticket_ = change.ticket + 1;
    return;
  case Kind::list_as_done:
  case Kind::end:
    mark(ended_, change.tasks.front());
    ++done_;
    return;
  case Kind::queue_up:
    ++next_ticket_;
    return;
  case Kind::close:
    closed_ = true;
    return;
  default: // what no list shows
    return;
  }
}

/// A bucket's own list is watched by nobody.
std::vector<TaskLists::Topic> TaskLists::told(const StoreChange& change) const {
  switch (change.kind) {
  case Kind::make_folder:
    return change.index == falanx::folder_count - 1 ? std::vector<Topic>{Topic::folders} : std::vector<Topic>{};
  case Kind::submit_with_bucket:
  case Kind::remove_bucket:
    return {Topic::waiting};
  case Kind::enter:
  case Kind::submit:
  case Kind::clear:
  case Kind::leave:
    return has_buckets() ? std::vector<Topic>{} : std::vector<Topic>{Topic::waiting};
  case Kind::take:
    if (has_buckets()) return {};
    return change.ticket >= 0 ? std::vector<Topic>{Topic::waiting, Topic::turn} : std::vector<Topic>{Topic::waiting};
  case Kind::list_as_done:
  case Kind::end:
    return {Topic::done};
  case Kind::close:
    return {Topic::closed};
  default:
    return {};
  }
}

} // namespace daruma::fast
