#include "models/falanx/logic/ha_names.hpp"

#include "models/falanx/logic/scheduler_kinds.hpp"
#include "sim/core/words.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace daruma::models::falanx {

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

/// Reads a text of digits alone. Lists are long, and this is quicker than what reads any text.
std::int64_t number_of_digits(std::string_view text) {
  std::int64_t number = 0;
  for (const char digit : text) number = 10 * number + (digit - '0');
  return number;
}

const Choices<Status> statuses{{"INITIAL", Status::initial},
                               {"RUNNING", Status::running},
                               {"COMPLETED", Status::completed},
                               {"FAILED", Status::failed}};

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
  return {static_cast<int>(highest_priority - number_of_digits(priority)), order_of(name)};
}

std::int64_t order_of(std::string_view name) { return number_of_digits(name.substr(name.size() - digits)); }

std::string_view to_text(Status status) { return word_of(statuses, status); }
Status status_of(std::string_view text) { return value_named(statuses, text).value(); }

TaskId bucket_of(const TaskId& id) { return {id.priority, id.order / bucket_size}; }
std::string name_of_bucket(const TaskId& bucket) { return numbered("bucket", bucket.priority, bucket.order); }

std::string name_of_ticket(const Ticket& ticket) {
  char number[24];
  std::snprintf(number, sizeof number, "-%010lld", static_cast<long long>(ticket.number));
  return std::to_string(ticket.rank) + number;
}

Ticket ticket_of(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  return {static_cast<int>(number_of_digits(name.substr(0, dash))), number_of_digits(name.substr(dash + 1))};
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

} // namespace daruma::models::falanx
