#include "models/falanx/mpi/ha_watchdog.hpp"

#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/logic/ha_starter.hpp"

#include <set>

namespace daruma::models::falanx {

/// Once this is done the dead can do nothing more. Commits find that they have been struck off the list; of writes one
/// by one, the last may be on its way until the session of the dead has ended.
void HaWatchDog::fence(int rank) {
  if (terms_.writes == Writes::one_by_one)
    while (store_.stat(ha::starter(rank), Watch::set).error == StoreError::none) store_.wait();
  else
    store_.remove(ha::starter(rank));
  store_.sync();
}

void HaWatchDog::leave_queue(int rank) {
  const Listing queue = store_.list(ha::turn);
  for (const std::string_view ticket : queue.all())
    if (ticket_of(ticket).rank == rank) store_.remove(ha::below(ha::turn, ticket));
}

void HaWatchDog::fail(const TaskId& task) {
  const EndOfTask end{task, Status::failed, {}};
  int made = 0;
  for (HaRequest request = request_to_end(terms_.writes, end, made); request.kind != HaRequest::Kind::none;
       request = request_to_end(terms_.writes, end, ++made))
    operations_.write(request);
}

void HaWatchDog::lose(int rank) {
  if (roles_.role_of(rank) == Role::client) store_.ensure(ha::below(ha::closed, std::to_string(rank)));
  if (roles_.role_of(rank) != Role::worker) return;
  fence(rank);
  leave_queue(rank);
  const Listing running = store_.list(ha::running);
  for (const std::string_view name : running.all())
    if (store_.read(ha::below(ha::running, name)) == std::to_string(rank)) fail(task_of(name));
  if (terms_.writes == Writes::one_by_one) gather_stray_tasks();
}

/// Tasks that are in no list: their Starter died between two writes. One that was being taken waits again, as nothing
/// had begun; one that was being moved to done arrives there.
void HaWatchDog::gather_stray_tasks() {
  std::set<std::string, std::less<>> listed;
  for (const std::string& folder : {ha::initial, ha::running, ha::done}) {
    const Listing names = store_.list(folder);
    for (const std::string_view name : names.all()) listed.emplace(name);
  }
  const Listing all = store_.list(ha::tasks);
  for (const std::string_view name : all.all()) {
    if (name.substr(0, 5) != "task_" || listed.find(name) != listed.end()) continue;
    const auto status = store_.read(ha::status(name));
    if (status == to_text(Status::initial)) store_.create(ha::below(ha::initial, name), "");
    if (status == to_text(Status::completed) || status == to_text(Status::failed))
      store_.create(ha::below(ha::done, name), "");
  }
}

} // namespace daruma::models::falanx
