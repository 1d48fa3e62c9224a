#include "models/falanx/logic/task_queue.hpp"

namespace daruma::models::falanx {

TaskId TaskQueue::submit(int owner, const Submission& submission) {
  const TaskId id{submission.priority, submitted_++};
  tasks_[id.order] = {owner, -1, {id, submission.function, submission.input_key}, {}};
  waiting_.insert({-id.priority, id.order});
  ++open_[owner];
  return id;
}

std::optional<Task> TaskQueue::take(int starter) {
  if (waiting_.empty()) return std::nullopt;
  const std::int64_t order = waiting_.begin()->second;
  waiting_.erase(waiting_.begin());
  Record& record = tasks_.at(order);
  record.starter = starter;
  record.ending.status = Status::running;
  running_[starter].insert(order);
  return record.task;
}

std::optional<int> TaskQueue::complete(int starter, std::int64_t order, const std::string& output_key) {
  return end(starter, order, {Status::completed, output_key});
}

std::optional<int> TaskQueue::fail(int starter, std::int64_t order) {
  return end(starter, order, {Status::failed, {}});
}

std::optional<int> TaskQueue::end(int starter, std::int64_t order, Ending ending) {
  if (running_[starter].erase(order) == 0) return std::nullopt;
  Record& record = tasks_.at(order);
  if (ending.status == Status::failed) ending.key = record.task.input_key;
  record.ending = std::move(ending);
  --open_[record.owner];
  ended_[record.owner].push_back(record.task.id);
  return record.owner;
}

std::vector<int> TaskQueue::lose(int starter) {
  std::vector<int> owners;
  const std::set<std::int64_t> lost = running_[starter];
  for (const std::int64_t order : lost)
    if (const auto owner = fail(starter, order)) owners.push_back(*owner);
  return owners;
}

std::optional<TaskId> TaskQueue::next_ended(int owner) {
  std::deque<TaskId>& ended = ended_[owner];
  if (ended.empty()) return std::nullopt;
  const TaskId id = ended.front();
  ended.pop_front();
  return id;
}

bool TaskQueue::has_open(int owner) const {
  const auto found = open_.find(owner);
  return found != open_.end() && found->second > 0;
}

std::optional<Ending> TaskQueue::result(std::int64_t order) {
  const auto found = tasks_.find(order);
  if (found == tasks_.end()) return std::nullopt;
  Ending ending = found->second.ending;
  if (ending.status != Status::completed && ending.status != Status::failed) return std::nullopt;
  tasks_.erase(found);
  return ending;
}

} // namespace daruma::models::falanx
