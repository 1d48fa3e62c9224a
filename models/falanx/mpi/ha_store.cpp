#include "models/falanx/mpi/ha_store.hpp"

#include "models/falanx/logic/ha_names.hpp"

namespace daruma::models::falanx {

namespace {

bool is_lost(StoreError error) { return error == StoreError::connection_loss || error == StoreError::session_expired; }

StoreError error_of(StoreError error) { return error; }
template <class Answer> StoreError error_of(const Answer& answer) { return answer.error; }

} // namespace

HaStore::HaStore(const Ranks& ranks) : ranks_(ranks), session_(port().open_tree_session()) {
  if (!session_) end_job(ranks_, "the scheduler needs a tree store, and there is none: \"tree_store\" in the scenario");
}

void HaStore::bear_loss(StoreError error, Seconds since) {
  if (error == StoreError::session_expired) replace_session();
  if (port().now() - since > patience)
    end_job(ranks_,
            "the tree store has given no answer for " + daruma::to_text(patience) + ": most of its servers are lost");
}

void HaStore::replace_session() {
  session_ = port().open_tree_session();
  if (!announced_.empty()) announce(announced_);
}

template <class Call> auto HaStore::patiently(Call&& call) {
  const Seconds begin = port().now();
  for (;;) {
    auto answer = call(*session_);
    if (!is_lost(error_of(answer))) return answer;
    bear_loss(error_of(answer), begin);
  }
}

StoreError HaStore::commit(const std::vector<Change>& changes, const std::function<bool()>& is_made) {
  const Seconds begin = port().now();
  for (;;) {
    const StoreError error = session_->commit(changes).error;
    if (!is_lost(error)) return error;
    bear_loss(error, begin);
    sync();
    if (is_made()) return StoreError::none;
  }
}

void HaStore::announce(const std::string& path) {
  announced_ = path;
  write({CreateNode{path, "", Lifetime::ephemeral}});
}

StoreError HaStore::write(const std::vector<Change>& changes) {
  return patiently([&](TreeSession& session) { return session.commit(changes); }).error;
}

void HaStore::create(const std::string& path, const std::string& data) { write({CreateNode{path, data}}); }
void HaStore::ensure(const std::string& path) { create(path, ""); }
void HaStore::remove(const std::string& path) { write({RemoveNode{path}}); }

std::optional<std::string> HaStore::read(const std::string& path, Watch watch) {
  const NodeData node = patiently([&](TreeSession& session) { return session.read(path, watch); });
  return node.error == StoreError::none ? std::optional(node.data) : std::nullopt;
}

NodeData HaStore::stat(const std::string& path, Watch watch) {
  return patiently([&](TreeSession& session) { return session.stat(path, watch); });
}

Listing HaStore::list(const std::string& path, Watch watch) {
  return patiently([&](TreeSession& session) { return session.list(path, watch); }).names;
}

void HaStore::sync() {
  patiently([](TreeSession& session) { return session.sync(ha::root); });
}

/// Now and then whoever waits makes sure that there is still somebody to tell it.
StoreEvent HaStore::wait() {
  for (;;) {
    const TreeSession* const before = session_.get();
    if (const auto event = session_->next_event(patience)) {
      if (event->kind == StoreEvent::Kind::session_expired) replace_session();
      return *event;
    }
    sync();
    if (session_.get() != before) return {StoreEvent::Kind::session_expired, ""};
  }
}

} // namespace daruma::models::falanx
