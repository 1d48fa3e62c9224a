// The tree store as the highly available scheduler uses it: what becomes of its own node when a session expires.
#include "models/falanx/mpi/ha_store.hpp"
#include "tests/models/port/scripted_port.hpp"

#include <gmock/gmock.h>

namespace daruma::models::falanx {
namespace {

using testing::ElementsAre;

/// Writes down what is created in it, and whether that is to go with it. Expires when it is told to.
class ShortSession final : public TreeSession {
public:
  ShortSession(std::vector<std::string>& log, const bool& has_expired) : log_(log), has_expired_(has_expired) {
    log_.emplace_back("session");
  }

  Committed commit(const std::vector<Change>& changes) override {
    if (has_expired_) return {StoreError::session_expired};
    for (const Change& change : changes) {
      const auto& create = std::get<CreateNode>(change);
      log_.push_back(create.path + (create.lifetime == Lifetime::ephemeral ? " ephemeral" : ""));
    }
    return {};
  }
  NodeData read(const std::string&, Watch) override { return {error()}; }
  NodeData stat(const std::string&, Watch) override { return {error()}; }
  ChildList list(const std::string&, Watch) override { return {error()}; }
  StoreError sync(const std::string&) override { return error(); }
  std::optional<StoreEvent> next_event(Seconds) override { return StoreEvent{StoreEvent::Kind::session_expired, ""}; }

private:
  StoreError error() const { return has_expired_ ? StoreError::session_expired : StoreError::none; }

  std::vector<std::string>& log_;
  const bool& has_expired_;
};

/// Sessions of which each expires when the test says so.
class StoreOfSessions : public testing::Test {
protected:
  StoreOfSessions() {
    scripted_tree() = [this] {
      expired_.push_back(std::make_unique<bool>(false));
      return std::make_unique<ShortSession>(log_, *expired_.back());
    };
  }
  ~StoreOfSessions() override { scripted_tree() = nullptr; }

  void expire() { *expired_.back() = true; }

  std::vector<std::string> log_;
  std::vector<std::unique_ptr<bool>> expired_;
};

TEST_F(StoreOfSessions, WhatIsAnnouncedComesFirstInEachNewSession) {
  HaStore store({MPI_COMM_NULL, {}});
  store.announce("/me");
  expire();
  store.create("/work", "");
  EXPECT_THAT(log_, ElementsAre("session", "/me ephemeral", "session", "/me ephemeral", "/work"));
}

TEST_F(StoreOfSessions, AlsoWhenTheExpiryIsHeardOfWhileWaiting) {
  HaStore store({MPI_COMM_NULL, {}});
  store.announce("/me");
  expire();
  EXPECT_EQ(store.wait().kind, StoreEvent::Kind::session_expired);
  EXPECT_THAT(log_, ElementsAre("session", "/me ephemeral", "session", "/me ephemeral"));
}

TEST_F(StoreOfSessions, WhoAnnouncesNothingStaysUnheardOf) {
  HaStore store({MPI_COMM_NULL, {}});
  expire();
  store.create("/work", "");
  EXPECT_THAT(log_, ElementsAre("session", "session", "/work"));
}

} // namespace
} // namespace daruma::models::falanx
