#include "models/falanx/logic/task_queue_servant.hpp"

#include "models/falanx/logic/roles.hpp"

#include <algorithm>
#include <utility>

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

namespace {

std::string text_of(const Value& value) { return value ? *value : std::string(); }
Value as_value(const std::string& text) { return text.empty() ? nullptr : std::make_shared<const std::string>(text); }

} // namespace

// --- Questions and answers

Packet ask_to_submit(const Submission& submission) {
  return {queue_words::submit, submission.priority, 0, submission.input_key, as_value(submission.function)};
}
Packet ask_for_any_end() { return {queue_words::wait, 0, 0, {}, {}}; }
Packet ask_for_result(std::int64_t order) { return {queue_words::result, order, 0, {}, {}}; }
Packet ask_for_task() { return {queue_words::take, 0, 0, {}, {}}; }
Packet tell_of_completion(std::int64_t order, std::string output_key) {
  return {queue_words::complete, order, 0, std::move(output_key), {}};
}
Packet tell_of_failure(std::int64_t order) { return {queue_words::fail, order, 0, {}, {}}; }
Packet tell_of_loss(int rank) { return {queue_words::lose, rank, 0, {}, {}}; }
Packet tell_of_close() { return {queue_words::close, 0, 0, {}, {}}; }

std::optional<TaskId> task_in(const Packet& answer) {
  if (answer.word == queue_words::none) return std::nullopt;
  return TaskId{static_cast<int>(answer.detail), answer.number};
}

std::optional<Task> whole_task_in(Packet answer) {
  const auto id = task_in(answer);
  if (!id) return std::nullopt;
  return Task{*id, text_of(answer.value), std::move(answer.key)};
}

Ending ending_in(Packet answer) {
  if (answer.word == queue_words::none) return {};
  return {answer.detail == 1 ? Status::completed : Status::failed, std::move(answer.key)};
}

// --- The server

TaskQueueServant::TaskQueueServant(const Roles& roles) : roles_(roles) {
  for (int client = 0; client < roles.clients; ++client) open_.insert(client);
}

Deliveries TaskQueueServant::take(const Letter& letter) {
  const Packet& packet = letter.packet;
  const bool is_void = lost_.count(letter.from) > 0;
  switch (packet.word) {
  case queue_words::submit:
    submit(letter);
    break;
  case queue_words::wait:
    expectant_.insert(letter.from);
    answer(letter.from);
    break;
  case queue_words::result:
    report_result(letter.from, packet.number);
    break;
  case queue_words::close:
    close(letter.from);
    break;
  case queue_words::take:
    if (!is_void) offer(letter.from);
    break;
  case queue_words::complete:
    if (const auto owner = tasks_.complete(letter.from, packet.number, packet.key)) answer(*owner);
    break;
  case queue_words::fail:
    if (const auto owner = tasks_.fail(letter.from, packet.number)) answer(*owner);
    break;
  case queue_words::lose:
    mark_lost(static_cast<int>(packet.number));
    break;
  }
  return std::exchange(out_, {});
}

Deliveries TaskQueueServant::lose(int, const std::set<int>& dead) {
  if (is_on_duty(roles_, dead, roles_.first_server()))
    for (const int rank : dead) mark_lost(rank);
  return std::exchange(out_, {});
}

void TaskQueueServant::reply(int to, Packet packet) { out_.push_back({to, Line::scheduler_reply, std::move(packet)}); }

void TaskQueueServant::submit(const Letter& letter) {
  const Packet& packet = letter.packet;
  const TaskId id = tasks_.submit(letter.from, {text_of(packet.value), packet.key, static_cast<int>(packet.number)});
  reply(letter.from, {queue_words::task, id.order, id.priority, {}, {}});
  if (idle_.empty()) return;
  const int starter = idle_.front();
  idle_.pop_front();
  offer(starter);
}

void TaskQueueServant::offer(int starter) {
  if (open_.empty()) {
    reply(starter, {queue_words::none, 0, 0, {}, {}});
  } else if (const auto task = tasks_.take(starter)) {
    reply(starter, {queue_words::task, task->id.order, task->id.priority, task->input_key,
                    std::make_shared<const std::string>(task->function)});
  } else {
    idle_.push_back(starter);
  }
}

/// If `owner` waits and there is an answer now.
void TaskQueueServant::answer(int owner) {
  if (expectant_.count(owner) == 0) return;
  const auto id = tasks_.next_ended(owner);
  if (!id && tasks_.has_open(owner)) return;
  expectant_.erase(owner);
  reply(owner,
        id ? Packet{queue_words::task, id->order, id->priority, {}, {}} : Packet{queue_words::none, 0, 0, {}, {}});
}

void TaskQueueServant::report_result(int owner, std::int64_t order) {
  const auto ending = tasks_.result(order);
  if (ending)
    reply(owner, {queue_words::task, order, ending->status == Status::completed ? 1 : 0, ending->key, {}});
  else
    reply(owner, {queue_words::none, order, 0, {}, {}});
}

void TaskQueueServant::close(int submitter) {
  if (open_.erase(submitter) == 0 || !open_.empty()) return;
  for (const int starter : std::exchange(idle_, {})) offer(starter);
}

void TaskQueueServant::mark_lost(int rank) {
  if (!lost_.insert(rank).second) return;
  idle_.erase(std::remove(idle_.begin(), idle_.end(), rank), idle_.end());
  close(rank);
  for (const int owner : tasks_.lose(rank)) answer(owner);
}

} // namespace daruma::models::falanx
