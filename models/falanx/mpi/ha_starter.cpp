#include "models/falanx/mpi/ha_sides.hpp"

#include <algorithm>

namespace daruma::models::falanx {

HaStarter::HaStarter(const Wire& wire, const HaTerms& terms)
    : wire_(wire), terms_(terms), store_(wire.ranks()),
      random_(port().seed(), 0, "falanx/starter-" + std::to_string(wire.me())), me_(std::to_string(wire.me())) {
  enlist();
}

/// The submitter makes the folders, the last of them for the tasks.
void HaStarter::enlist() {
  while (store_.stat(ha::initial, Watch::set).error != StoreError::none) store_.wait();
  const std::string mine = ha::starter(wire_.me());
  if (terms_.writes == Writes::together)
    store_.ensure(mine);
  else
    store_.announce(mine);
}

// --- Which task

/// Until this Starter is the first of the queue; false when there is no more to queue for.
bool HaStarter::await_turn() {
  if (terms_.cure != Cure::ordered) return true;
  while (ticket_.empty() || store_.stat(ha::below(ha::turn, ticket_)).error != StoreError::none) {
    ticket_.clear();
    const std::string wanted = ha::below(ha::turn, me_ + "-");
    const auto look_for_it = [&] {
      const Listing queue = store_.list(ha::turn);
      for (const std::string_view name : queue.all())
        if (name.substr(0, me_.size() + 1) == me_ + "-") ticket_ = std::string(name);
      return !ticket_.empty();
    };
    store_.commit({CreateNode{wanted, "", Lifetime::persistent, Naming::sequential}}, look_for_it);
    look_for_it();
  }
  for (;;) {
    const Listing queue = store_.list(ha::turn);
    const std::string before = before_in_queue(queue.all(), ticket_);
    if (before.empty()) return true;
    if (store_.stat(ha::below(ha::turn, before), Watch::set).error != StoreError::none) continue;
    if (!wait()) return false;
  }
}

/// A random one, for which few others reach. A bucket that is empty goes; if it had been filled again it stays.
HaStarter::Pick HaStarter::draw_from(const std::string& bucket) {
  const std::string folder = ha::below(ha::initial, bucket);
  const Listing inside = store_.list(folder);
  if (inside.is_empty()) {
    store_.remove(folder);
    return {};
  }
  return {std::string(inside.all()[random_.below(inside.size())]), folder};
}

/// What to take next; nothing if there is nothing.
std::vector<HaStarter::Pick> HaStarter::look(Watch watch) {
  for (;;) {
    const Listing waiting = store_.list(ha::initial, watch);
    if (waiting.is_empty()) return {};
    if (terms_.cure == Cure::buckets) {
      const Pick pick = draw_from(std::string(waiting.first(1).front()));
      if (pick.name.empty()) continue;
      return {pick};
    }
    const bool is_batch = terms_.cure == Cure::batch;
    const std::size_t count =
        is_batch ? batch_of(waiting.size(), wire_.ranks().roles.groups, largest_batch) : std::size_t{1};
    std::vector<Pick> picks;
    for (const std::string_view name : waiting.first(count)) picks.push_back({std::string(name), ha::initial});
    return picks;
  }
}

// --- Taking it

bool HaStarter::is_mine(const Pick& pick) { return store_.read(ha::below(ha::running, pick.name)) == me_; }

/// Fails as a whole if any of them is gone, or if a WatchDog has struck this rank off the list.
bool HaStarter::take_together(const std::vector<Pick>& picks) {
  std::vector<Change> changes{CheckVersion{ha::starter(wire_.me())}};
  for (const Pick& pick : picks) {
    changes.emplace_back(RemoveNode{ha::below(pick.folder, pick.name)});
    changes.emplace_back(CreateNode{ha::below(ha::running, pick.name), me_});
    changes.emplace_back(SetData{ha::status(pick.name), std::string(to_text(Status::running))});
  }
  if (!ticket_.empty()) changes.emplace_back(RemoveNode{ha::below(ha::turn, ticket_)});
  if (store_.commit(changes, [&] { return is_mine(picks.front()); }) != StoreError::none) return false;
  ticket_.clear();
  return true;
}

/// A task's entry goes before its status changes, so that a list after the status does not show it any more. Where it
/// does, a WatchDog took the task for a stray one and put it back while its Starter was between the two.
void HaStarter::clear_if_stale(const Pick& pick) {
  if (pick.name == taken_by_others_) store_.remove(ha::below(pick.folder, pick.name));
  taken_by_others_ = pick.name;
}

/// As the paper has it. After a lost connection several may believe to have removed the entry: the one whose entry in
/// running it is has the task, unless it had been taken and ended in between.
bool HaStarter::take_one_by_one(const Pick& pick) {
  const std::string entry = ha::below(ha::running, pick.name);
  if (store_.read(ha::status(pick.name)) != to_text(Status::initial)) {
    clear_if_stale(pick);
    return false;
  }
  const auto is_gone = [&] { return store_.stat(ha::below(pick.folder, pick.name)).error == StoreError::no_node; };
  if (store_.commit({RemoveNode{ha::below(pick.folder, pick.name)}}, is_gone) != StoreError::none) return false;
  if (store_.commit({CreateNode{entry, me_}}, [&] { return is_mine(pick); }) != StoreError::none) return false;
  const SetData set{ha::status(pick.name), std::string(to_text(Status::running)), 0};
  const auto is_set = [&] { return store_.read(ha::status(pick.name)) == to_text(Status::running); };
  if (store_.commit({set}, is_set) == StoreError::none) return true;
  store_.remove(entry);
  return false;
}

Task HaStarter::task_named(const std::string& name) {
  const std::string key = store_.read(ha::input_key(name)).value_or("");
  return {task_of(name), store_.read(ha::function(name)).value_or(""), key};
}

/// At least one; false when there will be no more.
bool HaStarter::take_some() {
  while (await_turn()) {
    std::vector<Pick> picks = look(Watch::none);
    while (picks.empty()) {
      picks = look(Watch::set); // what came between the two is not told
      if (picks.empty() && !wait()) return false;
    }
    const bool is_taken = terms_.writes == Writes::together ? take_together(picks) : take_one_by_one(picks.front());
    if (is_taken) {
      for (const Pick& pick : picks) taken_.push_back(pick.name);
      return true;
    }
    ++lost_races_;
  }
  return false;
}

std::optional<Task> HaStarter::take() {
  if (taken_.empty() && !take_some()) {
    port().metric("lost_races_" + me_, lost_races_);
    return std::nullopt;
  }
  const std::string name = taken_.front();
  taken_.pop_front();
  return task_named(name);
}

// --- Waiting

bool HaStarter::is_over() {
  if (!watches_closing_) {
    over_ = static_cast<int>(store_.list(ha::closed, Watch::set).size()) >= wire_.ranks().roles.clients;
    watches_closing_ = true;
  }
  return over_;
}

/// Until something has changed; false when all submitters have closed.
bool HaStarter::wait() {
  if (is_over()) return false;
  const StoreEvent event = store_.wait();
  if (event.path == ha::closed || event.kind == StoreEvent::Kind::session_expired) watches_closing_ = false;
  return !is_over();
}

// --- The end of a task

void HaStarter::complete(const Task& task, const std::string& output_key) {
  end_task(store_, terms_.writes, name_of(task.id), Status::completed, output_key);
}

void HaStarter::fail(const Task& task) { end_task(store_, terms_.writes, name_of(task.id), Status::failed, ""); }

namespace {

void end_one_by_one(HaStore& store, std::string_view name, Status status, const std::string& output_key) {
  if (status == Status::completed) store.create(ha::output_key(name), output_key);
  const auto is_set = [&] { return store.read(ha::status(name)) == to_text(status); };
  store.commit({SetData{ha::status(name), std::string(to_text(status))}}, is_set);
  store.remove(ha::below(ha::running, name));
  store.create(ha::below(ha::done, name), "");
}

} // namespace

void end_task(HaStore& store, Writes writes, std::string_view name, Status status, const std::string& output_key) {
  if (writes == Writes::one_by_one) return end_one_by_one(store, name, status, output_key);
  std::vector<Change> changes{RemoveNode{ha::below(ha::running, name)}, CreateNode{ha::below(ha::done, name)},
                              SetData{ha::status(name), std::string(to_text(status))}};
  if (status == Status::completed) changes.emplace_back(CreateNode{ha::output_key(name), output_key});
  store.commit(changes, [&] { return store.stat(ha::below(ha::done, name)).error == StoreError::none; });
}

} // namespace daruma::models::falanx
