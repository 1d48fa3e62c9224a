#include "models/falanx/mpi/ha_operations.hpp"

#include "models/falanx/logic/ha_names.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::models::falanx {

using Kind = HaRequest::Kind;

namespace {

Watch as_watch(WatchIt watch) { return watch == WatchIt::yes ? Watch::set : Watch::none; }

/// Whether a write may fail in a way that its side has to know; the others are made again until there is an answer.
bool can_be_refused(Kind kind) {
  constexpr Kind all[] = {Kind::submit,   Kind::submit_with_bucket,
                          Kind::queue_up, Kind::leave,
                          Kind::claim,    Kind::begin,
                          Kind::take,     Kind::set_end,
                          Kind::end};
  return std::find(std::begin(all), std::end(all), kind) != std::end(all);
}

std::vector<TaskId> tasks_of(const std::vector<std::string_view>& names) {
  std::vector<TaskId> tasks;
  tasks.reserve(names.size());
  for (const std::string_view name : names) tasks.push_back(task_of(name));
  return tasks;
}

} // namespace

HaOperations::HaOperations(const Ranks& ranks, int me, const HaTerms& terms)
    : terms_(terms), me_(me), store_(ranks), ended_(ranks.roles.clients, me) {}

void HaOperations::perform(HaSide& side, HaRequest first) {
  for (HaRequest request = first; request.kind != Kind::none;) {
    HaAnswer answered = answer(side, request);
    request = side.step(answered);
  }
}

HaAnswer HaOperations::answer(HaSide& side, const HaRequest& request) {
  HaAnswer answer;
  const Watch watch = as_watch(request.watch);
  const std::string name = name_of(request.task);
  switch (request.kind) {
  case Kind::await:
    answer.is_so = await();
    break;
  case Kind::find_folders:
    answer.is_so = is_there(ha::initial, watch);
    break;
  case Kind::list_waiting:
    answer.tasks = list_waiting(side, watch);
    break;
  case Kind::list_bucket:
    answer.tasks = list_bucket(side, request.task);
    break;
  case Kind::list_queue:
    list_queue(request.ticket, answer);
    break;
  case Kind::find_ticket:
    answer.is_so = is_there(ha::below(ha::turn, name_of_ticket(request.ticket)), watch);
    break;
  case Kind::list_closed:
    answer.count = store_.list(ha::closed, watch).size();
    break;
  case Kind::list_done:
    answer.tasks = ended_.news(store_.list(ha::done, watch).all());
    break;
  case Kind::read_status:
    answer.status = status_of(store_.read(ha::status(name)).value_or("FAILED"));
    break;
  case Kind::read_input:
    answer.text = store_.read(ha::input_key(name)).value_or("");
    break;
  case Kind::read_function:
    answer.text = store_.read(ha::function(name)).value_or("");
    break;
  case Kind::read_output:
    answer.text = store_.read(ha::output_key(name)).value_or("");
    break;
  default:
    answer.is_so = write(request);
  }
  return answer;
}

// --- Reads

bool HaOperations::is_there(const std::string& path, Watch watch) {
  return store_.stat(path, watch).error == StoreError::none;
}

bool HaOperations::is_mine(const TaskId& task) {
  return store_.read(ha::below(ha::running, name_of(task))) == std::to_string(me_);
}

/// Whether the closed submitters are watched no more.
bool HaOperations::await() {
  const StoreEvent event = store_.wait();
  return event.path == ha::closed || event.kind == StoreEvent::Kind::session_expired;
}

std::vector<TaskId> HaOperations::list_waiting(HaSide& side, Watch watch) {
  const Listing waiting = store_.list(ha::initial, watch);
  return tasks_of(waiting.first(side.select(waiting.size()).count));
}

std::vector<TaskId> HaOperations::list_bucket(HaSide& side, const TaskId& bucket) {
  const Listing inside = store_.list(ha::below(ha::initial, name_of_bucket(bucket)));
  const Selection selected = side.select(inside.size());
  return selected.count == 0 ? std::vector<TaskId>{} : tasks_of({inside.all()[selected.first]});
}

void HaOperations::list_queue(const Ticket& mine, HaAnswer& answer) {
  const Listing queue = store_.list(ha::turn);
  for (const std::string_view name : queue.all())
    if (const Ticket ticket = ticket_of(name); ticket.rank == me_) answer.own = ticket;
  answer.before = before_in_queue(queue.all(), mine);
}

// --- Writes

bool HaOperations::write(const HaRequest& request) {
  if (request.kind == Kind::enlist && terms_.writes == Writes::one_by_one) {
    store_.announce(ha::starter(me_));
    return true;
  }
  const std::vector<Change> changes = changes_of(request, terms_.cure, me_);
  if (!can_be_refused(request.kind)) return store_.write(changes) == StoreError::none;
  return store_.commit(changes, [&] { return is_made(request); }) == StoreError::none;
}

/// Whether a request that can be refused, and whose answer was lost, has been carried out.
bool HaOperations::is_made(const HaRequest& request) {
  const std::string name = name_of(request.task);
  switch (request.kind) {
  case Kind::submit:
  case Kind::submit_with_bucket:
    return store_.read(ha::status(name)).has_value();
  case Kind::queue_up: {
    HaAnswer queue;
    list_queue({}, queue);
    return queue.own.number >= 0;
  }
  case Kind::leave:
    return store_.stat(entry_path(terms_.cure, request.task)).error == StoreError::no_node;
  case Kind::claim:
    return is_mine(request.task);
  case Kind::take:
    return is_mine(request.tasks->front());
  case Kind::begin:
    return store_.read(ha::status(name)) == to_text(Status::running);
  case Kind::set_end:
    return store_.read(ha::status(name)) == to_text(request.status);
  default:
    return is_there(ha::below(ha::done, name));
  }
}

} // namespace daruma::models::falanx
