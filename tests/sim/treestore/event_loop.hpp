// A world for the store without SimGrid: time, a network that only delays, and sessions that block by letting time
// pass.
#pragma once

#include "models/port/tree_store.hpp"
#include "sim/treestore/ensemble.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace daruma::treestore::test {

class EventLoop final : public Environment {
public:
  Seconds now() const override { return now_; }
  void after(Seconds delay, Action) override;
  void send(int from, int to, Bytes, Action arrived) override;
  void switch_off(int node) { off_.insert(node); }
  /// The next thing happens; false if there is none.
  bool step();
  /// The same, if it happens by then; else time has passed, and false.
  bool step_until(Seconds);
  void run_until(Seconds);
  /// How many messages were sent between nodes.
  long messages() const { return messages_; }

private:
  Seconds now_{0};
  std::multimap<Seconds, Action> actions_;
  std::set<int> off_;
  long messages_ = 0;
};

/// A session in the simulated store. Calls let time pass until they are answered.
class LoopSession final : public models::TreeSession {
public:
  LoopSession(EventLoop& loop, Client& client) : loop_(loop), client_(client) {}
  ~LoopSession() override { client_.close(); }
  Client& client() { return client_; }

  models::Committed commit(const std::vector<Change>& changes) override;
  models::NodeData read(const std::string& path, models::Watch watch) override;
  models::NodeData stat(const std::string& path, models::Watch watch) override;
  models::ChildList list(const std::string& path, models::Watch watch) override;
  models::StoreError sync(const std::string& path) override;
  std::optional<models::StoreEvent> next_event(Seconds patience) override;

private:
  template <class Answer> Answer ask(Request);

  EventLoop& loop_;
  Client& client_;
};

/// Three servers on nodes 0 to 2; quick ones.
TreeStore three_servers();

} // namespace daruma::treestore::test
