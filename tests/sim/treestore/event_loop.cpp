#include "tests/sim/treestore/event_loop.hpp"

#include <stdexcept>

namespace daruma::treestore::test {

namespace {
constexpr Seconds latency{50e-6};
constexpr BytesPerSecond bandwidth{1e9};
} // namespace

void EventLoop::after(Seconds delay, Action action) { actions_.emplace(now_ + delay, std::move(action)); }

void EventLoop::send(int from, int to, Bytes size, Action arrived) {
  ++messages_;
  if (off_.count(from) != 0) return;
  after(latency + size / bandwidth, [this, from, to, action = std::move(arrived)] {
    if (off_.count(from) == 0 && off_.count(to) == 0) action();
  });
}

bool EventLoop::step() {
  if (actions_.empty()) return false;
  const auto next = actions_.begin();
  now_ = next->first;
  const Action action = std::move(next->second);
  actions_.erase(next);
  action();
  return true;
}

bool EventLoop::step_until(Seconds when) {
  if (!actions_.empty() && actions_.begin()->first <= when) return step();
  now_ = when;
  return false;
}

void EventLoop::run_until(Seconds when) {
  while (step_until(when)) {}
}

template <class Answer> Answer LoopSession::ask(Request request) {
  std::optional<Reply> reply;
  client_.ask(std::move(request), [&reply](Reply came) { reply = std::move(came); });
  while (!reply)
    if (!loop_.step()) throw std::logic_error("nobody answers");
  return std::get<Answer>(reply->body);
}

models::Committed LoopSession::commit(const std::vector<Change>& changes) {
  return ask<models::Committed>(Transaction{Transaction::Kind::change, client_.session(), changes});
}
models::NodeData LoopSession::read(const std::string& path, models::Watch watch) {
  return ask<models::NodeData>(Read{Read::What::data, path, watch});
}
models::NodeData LoopSession::stat(const std::string& path, models::Watch watch) {
  return ask<models::NodeData>(Read{Read::What::stat, path, watch});
}
models::ChildList LoopSession::list(const std::string& path, models::Watch watch) {
  return ask<models::ChildList>(Read{Read::What::children, path, watch});
}
models::StoreError LoopSession::sync(const std::string& path) { return ask<models::StoreError>(Sync{path}); }

std::optional<models::StoreEvent> LoopSession::next_event(Seconds patience) {
  const Seconds end = loop_.now() + patience;
  for (;;) {
    if (auto event = client_.take_event()) return event;
    if (!loop_.step_until(end)) return std::nullopt;
  }
}

TreeStore three_servers() {
  TreeStore store;
  store.nodes = {0, 1, 2};
  store.tick = Seconds(0.2);
  store.session_timeout = Seconds(2);
  return store;
}

} // namespace daruma::treestore::test
