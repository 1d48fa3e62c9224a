#include "models/falanx/logic/ha_names.hpp"

#include "models/falanx/logic/scheduler_kinds.hpp"
#include "sim/core/words.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace daruma::models::falanx {

using Kind = HaRequest::Kind;

namespace {

constexpr std::int64_t highest_priority = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t digits = 10;

/// Digits enough for any priority and 10^10 tasks.
std::string numbered(std::string_view kind, std::int64_t priority, std::int64_t order) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*s_%010lld_%010lld", static_cast<int>(kind.size()), kind.data(),
                static_cast<long long>(highest_priority - priority), static_cast<long long>(order));
  return text;
}

/// Of digits alone. Lists are long: this is quicker than what serves any text.
std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  for (const char digit : text) number = 10 * number + (digit - '0');
  return number;
}

const Choices<Status> statuses{{"INITIAL", Status::initial},
                               {"RUNNING", Status::running},
                               {"COMPLETED", Status::completed},
                               {"FAILED", Status::failed}};

SetData status_change(const std::string& name, Status status, std::int32_t version = any_version) {
  return {ha::status(name), std::string(to_text(status)), version};
}

/// What a task consists of.
CreateNode record(const HaRequest& request, int index) {
  const std::string name = name_of(request.task);
  switch (index) {
  case 0:
    return {ha::task(name)};
  case 1:
    return {ha::status(name), std::string(to_text(Status::initial))};
  case 2:
    return {ha::input_key(name), request.submission->input_key};
  default:
    return {ha::function(name), request.submission->function};
  }
}

std::vector<Change> whole_submission(const HaRequest& request, Cure cure) {
  std::vector<Change> changes;
  if (request.kind == Kind::submit_with_bucket)
    changes.emplace_back(CreateNode{ha::below(ha::initial, name_of_bucket(bucket_of(request.task)))});
  for (int index = 0; index < record_count; ++index) changes.emplace_back(record(request, index));
  changes.emplace_back(CreateNode{entry_path(cure, request.task)});
  return changes;
}

std::vector<Change> taking(const HaRequest& request, Cure cure, int me) {
  std::vector<Change> changes{CheckVersion{ha::starter(me)}};
  for (const TaskId& task : *request.tasks) {
    const std::string name = name_of(task);
    changes.emplace_back(RemoveNode{entry_path(cure, task)});
    changes.emplace_back(CreateNode{ha::below(ha::running, name), std::to_string(me)});
    changes.emplace_back(status_change(name, Status::running));
  }
  if (request.ticket.number >= 0) changes.emplace_back(RemoveNode{ha::below(ha::turn, name_of_ticket(request.ticket))});
  return changes;
}

std::vector<Change> ending(const HaRequest& request) {
  const std::string name = name_of(request.task);
  std::vector<Change> changes{RemoveNode{ha::below(ha::running, name)}, CreateNode{ha::below(ha::done, name)},
                              status_change(name, request.status)};
  if (request.status == Status::completed)
    changes.emplace_back(CreateNode{ha::output_key(name), std::string(request.text)});
  return changes;
}

} // namespace

namespace ha {
std::string below(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }
std::string task(std::string_view name) { return below(tasks, name); }
std::string status(std::string_view name) { return task(name) + "/status"; }
std::string input_key(std::string_view name) { return task(name) + "/inputkey"; }
std::string function(std::string_view name) { return task(name) + "/func"; }
std::string output_key(std::string_view name) { return task(name) + "/outputkey"; }
std::string starter(int rank) { return below(starters, std::to_string(rank)); }
const std::string& folder(int index) {
  static const std::string* const folders[folder_count] = {&root,     &tasks,  &running, &done,
                                                           &starters, &closed, &turn,    &initial};
  return *folders[index];
}
} // namespace ha

std::string name_of(const TaskId& id) { return numbered("task", id.priority, id.order); }

TaskId task_of(std::string_view name) {
  const std::string_view priority = name.substr(name.size() - 2 * digits - 1, digits);
  return {static_cast<int>(highest_priority - number_in(priority)), order_of(name)};
}

std::int64_t order_of(std::string_view name) { return number_in(name.substr(name.size() - digits)); }

std::string_view to_text(Status status) { return word_of(statuses, status); }
Status status_of(std::string_view text) { return value_of(statuses, text).value(); }

TaskId bucket_of(const TaskId& id) { return {id.priority, id.order / bucket_size}; }
std::string name_of_bucket(const TaskId& bucket) { return numbered("bucket", bucket.priority, bucket.order); }

std::string name_of_ticket(const Ticket& ticket) {
  char number[24];
  std::snprintf(number, sizeof number, "-%010lld", static_cast<long long>(ticket.number));
  return std::to_string(ticket.rank) + number;
}

Ticket ticket_of(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  return {static_cast<int>(number_in(name.substr(0, dash))), number_in(name.substr(dash + 1))};
}

std::size_t batch_of(std::size_t waiting, int starters, std::size_t most) {
  const auto part = waiting / (2 * static_cast<std::size_t>(starters));
  return std::clamp(part, std::size_t{1}, most);
}

Ticket before_in_queue(const std::vector<std::string_view>& queue, const Ticket& mine) {
  Ticket last;
  for (const std::string_view name : queue) {
    const Ticket other = ticket_of(name);
    if (other.number < mine.number && other.number > last.number) last = other;
  }
  return last;
}

std::string entry_path(Cure cure, const TaskId& task) {
  const std::string folder =
      cure == Cure::buckets ? ha::below(ha::initial, name_of_bucket(bucket_of(task))) : ha::initial;
  return ha::below(folder, name_of(task));
}

std::vector<Change> changes_of(const HaRequest& request, Cure cure, int me) {
  const auto name = [&request] { return name_of(request.task); };
  switch (request.kind) {
  case Kind::make_folder:
    return {CreateNode{ha::folder(request.index)}};
  case Kind::enlist:
    return {CreateNode{ha::starter(me)}};
  case Kind::record:
    return {record(request, request.index)};
  case Kind::enter:
    return {CreateNode{entry_path(cure, request.task)}};
  case Kind::submit:
  case Kind::submit_with_bucket:
    return whole_submission(request, cure);
  case Kind::remove_bucket:
    return {RemoveNode{ha::below(ha::initial, name_of_bucket(request.task))}};
  case Kind::queue_up:
    return {CreateNode{ha::below(ha::turn, std::to_string(me) + "-"), "", Lifetime::persistent, Naming::sequential}};
  case Kind::clear:
  case Kind::leave:
    return {RemoveNode{entry_path(cure, request.task)}};
  case Kind::claim:
    return {CreateNode{ha::below(ha::running, name()), std::to_string(me)}};
  case Kind::unclaim:
    return {RemoveNode{ha::below(ha::running, name())}};
  case Kind::begin:
    return {status_change(name(), Status::running, 0)};
  case Kind::take:
    return taking(request, cure, me);
  case Kind::record_output:
    return {CreateNode{ha::output_key(name()), std::string(request.text)}};
  case Kind::set_end:
    return {status_change(name(), request.status)};
  case Kind::list_as_done:
    return {CreateNode{ha::below(ha::done, name())}};
  case Kind::end:
    return ending(request);
  case Kind::close:
    return {CreateNode{ha::below(ha::closed, std::to_string(me))}};
  default:
    return {};
  }
}

} // namespace daruma::models::falanx
