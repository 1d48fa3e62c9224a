// The simulated store as an ensemble: what things take, and what is left when servers die.
#include "tests/sim/treestore/event_loop.hpp"

#include <gtest/gtest.h>

namespace daruma::treestore::test {
namespace {

using namespace models;

struct Store {
  explicit Store(TreeStore description = three_servers(), std::uint64_t seed = 1)
      : ensemble(std::move(description), loop, seed, 0) {}
  LoopSession session() { return {loop, ensemble.connect(9)}; }
  int leader() const { return ensemble.leader() ? ensemble.leader()->number() : -1; }

  EventLoop loop;
  Ensemble ensemble;
};

StoreError create(TreeSession& session, const std::string& path) { return session.commit({CreateNode{path}}).error; }

/// As a program does that has to get through.
StoreError create_at_last(TreeSession& session, const std::string& path) {
  for (;;) {
    const StoreError error = create(session, path);
    if (error != StoreError::connection_loss) return error;
  }
}

Seconds time_of(Store& store, const std::function<void()>& action) {
  const Seconds begin = store.loop.now();
  action();
  return store.loop.now() - begin;
}

TreeStore slow(int servers) {
  TreeStore store = three_servers();
  store.nodes.assign(static_cast<std::size_t>(servers), 0);
  for (int i = 0; i < servers; ++i) store.nodes[static_cast<std::size_t>(i)] = i;
  store.per_request = Seconds(0.01);
  store.per_transaction = Seconds(0.02);
  store.log_force = Seconds(0.1);
  store.marshalling = BytesPerSecond(1e4);
  store.election = Seconds(1);
  return store;
}

TEST(Ensemble, AWriteTakesItsStepsOneAfterTheOther) {
  Store store(slow(1));
  auto session = store.session();
  create(session, "/a");
  // One server: the request, the transaction, the log.
  EXPECT_NEAR(time_of(store, [&] { create(session, "/b"); }).count(), 0.13, 1e-3);
}

/// The leader's own log is forced while the proposal travels; a quorum needs one of the followers.
TEST(Ensemble, AWriteWaitsForTheLogOfOneFollower) {
  Store store(slow(3));
  auto session = store.session();
  create(session, "/a");
  EXPECT_NEAR(time_of(store, [&] { create(session, "/b"); }).count(), 0.15, 1e-3);
}

TEST(Ensemble, AReadTakesTimeByTheBytesListed) {
  Store store(slow(3));
  auto session = store.session();
  create(session, "/a");
  EXPECT_NEAR(time_of(store, [&] { session.list("/a", Watch::none); }).count(), 0.01, 1e-3);
  for (int i = 100; i < 200; ++i) create(session, "/a/" + std::to_string(i));
  EXPECT_NEAR(time_of(store, [&] { session.list("/a", Watch::none); }).count(), 0.01 + 0.07, 1e-3);
}

TEST(Ensemble, EachNameOfAListTakesServerAndClientTheirTimeBesidesItsBytes) {
  auto description = slow(3);
  description.per_name = Seconds(2e-3);
  description.client_per_name = Seconds(5e-3);
  Store store(description);
  auto session = store.session();
  create(session, "/a");
  for (int i = 100; i < 200; ++i) create(session, "/a/" + std::to_string(i));
  EXPECT_NEAR(time_of(store, [&] { session.list("/a", Watch::none); }).count(), 0.01 + 0.07 + 0.2 + 0.5, 1e-3);
  EXPECT_NEAR(time_of(store, [&] { session.stat("/a", Watch::none); }).count(), 0.01, 1e-3);
}

/// How long a client's read takes that begins right after another client's write, if both use the same server.
Seconds read_behind_a_write(bool writes_block_reads) {
  auto description = slow(1);
  description.writes_block_reads = writes_block_reads;
  Store store(description);
  Client& writer = store.ensemble.connect(9);
  auto reader = store.session();
  reader.stat("/", Watch::none);
  bool is_written = false;
  writer.ask(Transaction{Transaction::Kind::change, 0, {CreateNode{"/a"}}},
             [&is_written](const Reply&) { is_written = true; });
  const Seconds took = time_of(store, [&] {
    EXPECT_EQ(reader.stat("/a", Watch::none).error, writes_block_reads ? StoreError::none : StoreError::no_node);
  });
  EXPECT_EQ(is_written, writes_block_reads);
  return took;
}

/// A write takes 0.13 s, a read 0.01 s.
TEST(Ensemble, AReadWaitsForTheWriteOfAnotherClientWhereWritesBlockReads) {
  EXPECT_NEAR(read_behind_a_write(true).count(), 0.13 + 0.01, 1e-3);
  EXPECT_NEAR(read_behind_a_write(false).count(), 0.01 + 0.01, 1e-3);
}

TEST(Ensemble, AReadDoesNotWaitForTheWriteOfAnotherServersClient) {
  auto description = slow(3);
  description.writes_block_reads = true;
  Store store(description);
  const auto server_of = [](int client) { return server_order(1, 0, client, 3).front(); };
  Client& writer = store.ensemble.connect(9);
  int number = 1;
  for (; server_of(number) == server_of(0) || server_of(number) == store.leader(); ++number) store.ensemble.connect(9);
  LoopSession reader(store.loop, store.ensemble.connect(9));
  store.loop.run_until(Seconds(5));
  writer.ask(Transaction{Transaction::Kind::change, 0, {CreateNode{"/a"}}}, [](const Reply&) {});
  EXPECT_NEAR(time_of(store, [&] { reader.stat("/", Watch::none); }).count(), 0.01, 1e-3);
}

/// 20 clients at once share forced writes; one after the other they would take 20.
TEST(Ensemble, WritesThatComeTogetherAreForcedTogether) {
  auto description = slow(3);
  description.per_request = description.per_transaction = Seconds(1e-4);
  Store store(description);
  std::vector<Client*> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(&store.ensemble.connect(9));
  store.loop.run_until(Seconds(2));
  int answered = 0;
  for (std::size_t i = 0; i < clients.size(); ++i)
    clients[i]->ask(Transaction{Transaction::Kind::change, 0, {CreateNode{"/" + std::to_string(i)}}},
                    [&](const Reply&) { ++answered; });
  store.loop.run_until(Seconds(2.35));
  EXPECT_EQ(answered, 20);
}

TEST(Ensemble, ProcessorsOfANodeAreSharedByItsServers) {
  auto description = slow(3);
  description.nodes = {0, 0, 0};
  description.log_force = Seconds(0);
  const auto time = [&](int processors) {
    description.processors = processors;
    Store store(description);
    auto session = store.session();
    create(session, "/a");
    return time_of(store, [&] { create(session, "/b"); }).count();
  };
  EXPECT_NEAR(time(0), 0.05, 1e-3);
  EXPECT_NEAR(time(2), 0.05, 1e-3);
  EXPECT_GT(time(1), 0.049);
}

TEST(Ensemble, AClientTakesItsTimeForWhatItIsAnswered) {
  auto description = slow(3);
  description.client_per_request = Seconds(0.2);
  description.client_unmarshalling = BytesPerSecond(1e3);
  Store store(description);
  auto session = store.session();
  create(session, "/a");
  for (int i = 100; i < 200; ++i) create(session, "/a/" + std::to_string(i));
  EXPECT_NEAR(time_of(store, [&] { session.list("/a", Watch::none); }).count(), 0.01 + 0.07 + 0.2 + 0.7, 1e-3);
}

/// Both clients read at once; with one processor the second is answered when the first has read its answer, or later.
TEST(Ensemble, ProcessorsOfANodeAreSharedByItsClients) {
  auto description = slow(1);
  description.client_per_request = Seconds(0.2);
  const auto time = [&](int processors) {
    description.processors = processors;
    Store store(description);
    int answered = 0;
    Client* const clients[] = {&store.ensemble.connect(0), &store.ensemble.connect(0)};
    store.loop.run_until(Seconds(2));
    return time_of(store,
                   [&] {
                     for (Client* const client : clients)
                       client->ask(Read{Read::What::stat, "/"}, [&](const Reply&) { ++answered; });
                     while (answered < 2) store.loop.step();
                   })
        .count();
  };
  EXPECT_NEAR(time(0), 0.22, 1e-3);
  EXPECT_NEAR(time(1), 0.42, 1e-3);
}

/// Client and server have cooled down when a read comes, each by its own rest.
TEST(Ensemble, WhoHasRestedIsSlow) {
  auto description = slow(1);
  description.after_rest = Seconds(0.04);
  description.cooling = Seconds(0.5);
  description.client_per_request = Seconds(0.02);
  Store store(description);
  auto session = store.session();
  create(session, "/a");
  const auto read_s = [&](double rest_s) {
    store.loop.run_until(store.loop.now() + Seconds(rest_s));
    return time_of(store, [&] { session.list("/a", Watch::none); }).count();
  };
  const double warm_s = 0.01 + 0.02;
  read_s(0);
  EXPECT_NEAR(read_s(0), warm_s + 0.04 * (0.039 + 0.020), 1e-3); // each rests while the other works
  EXPECT_NEAR(read_s(0.5), warm_s + 2 * 0.04 * 0.64, 2e-3);
  EXPECT_NEAR(read_s(5), warm_s + 2 * 0.04, 1e-3);
}

// --- Deaths

TEST(Ensemble, WritesGoOnWhenAFollowerDies) {
  Store store;
  auto session = store.session();
  create(session, "/a");
  store.ensemble.kill((store.leader() + 1) % 3);
  EXPECT_EQ(create_at_last(session, "/b"), StoreError::none);
  EXPECT_EQ(session.stat("/a", Watch::none).error, StoreError::none);
}

TEST(Ensemble, AnotherLeadsWhenTheLeaderDiesAndNothingIsForgotten) {
  Store store;
  auto session = store.session();
  for (int i = 0; i < 50; ++i) create(session, "/" + std::to_string(i));
  const int first = store.leader();
  store.ensemble.kill(first);
  const Seconds gap = time_of(store, [&] { EXPECT_EQ(create_at_last(session, "/x"), StoreError::none); });
  EXPECT_NE(store.leader(), first);
  EXPECT_GE(gap, store.ensemble.description().election);
  EXPECT_LT(gap.count(), 1);
  EXPECT_EQ(session.list("/", Watch::none).names.size(), 51U);
}

TEST(Ensemble, ANodeThatGoesOffIsNoticedLaterThanAProcessThatDies) {
  Store store;
  auto session = store.session();
  create(session, "/a");
  const int node = store.leader();
  store.loop.switch_off(node);
  store.ensemble.switch_off(node);
  const Seconds gap = time_of(store, [&] { EXPECT_EQ(create_at_last(session, "/x"), StoreError::none); });
  EXPECT_GE(gap, store.ensemble.description().tick * store.ensemble.description().sync_limit);
  EXPECT_LT(gap.count(), 4);
}

TEST(Ensemble, WithoutAQuorumNobodyIsServed) {
  Store store;
  auto session = store.session();
  create(session, "/a");
  store.ensemble.kill(0);
  store.ensemble.kill(1);
  const Seconds end = store.loop.now() + Seconds(20);
  while (store.loop.now() < end) {
    EXPECT_EQ(create(session, "/b"), StoreError::connection_loss);
    EXPECT_EQ(session.read("/a", Watch::none).error, StoreError::connection_loss);
  }
}

TEST(Ensemble, NoReadWaitsForAWriteThatWasLostWithItsLeader) {
  auto description = slow(3);
  description.writes_block_reads = true;
  Store store(description);
  auto reader = store.session();
  create(reader, "/a");
  std::vector<Client*> writers(6);
  for (Client*& writer : writers) writer = &store.ensemble.connect(9);
  store.loop.run_until(Seconds(5));
  for (Client* const writer : writers)
    writer->ask(Transaction{Transaction::Kind::change, 0, {CreateNode{"/b"}}}, [](const Reply&) {});
  store.loop.run_until(Seconds(5.05));
  store.ensemble.kill(store.leader());
  while (reader.stat("/a", Watch::none).error != StoreError::none) ASSERT_LT(store.loop.now(), Seconds(20));
  EXPECT_NEAR(time_of(store, [&] { reader.stat("/a", Watch::none); }).count(), 0.01, 1e-3);
}

/// The session's time stands still while nobody leads.
TEST(Ensemble, ASessionSurvivesAnElectionThatIsLongerThanItsTimeout) {
  auto description = three_servers();
  description.election = Seconds(7);
  Store store(description);
  auto session = store.session();
  session.commit({CreateNode{"/e", "", Lifetime::ephemeral}});
  store.ensemble.kill(store.leader());
  EXPECT_EQ(create_at_last(session, "/x"), StoreError::none);
  EXPECT_EQ(session.stat("/e", Watch::none).error, StoreError::none);
}

TEST(Ensemble, WatchesAreKeptWhenTheServerIsLost) {
  Store store;
  auto watcher = store.session();
  auto writer = store.session();
  create(writer, "/a");
  watcher.sync("/a");
  watcher.list("/a", Watch::set);
  watcher.stat("/b", Watch::set);
  store.ensemble.kill(store.leader());
  EXPECT_EQ(create_at_last(writer, "/a/x"), StoreError::none);
  EXPECT_EQ(create_at_last(writer, "/b"), StoreError::none);
  std::set<std::string> told;
  for (int i = 0; i < 2; ++i) {
    const auto event = watcher.next_event(Seconds(30));
    ASSERT_TRUE(event);
    told.insert(event->path);
  }
  EXPECT_EQ(told, (std::set<std::string>{"/a", "/b"}));
  EXPECT_FALSE(watcher.next_event(Seconds(5)));
}

/// Each writer's successes are there, in order; what failed by connection_loss is there or not; nothing else is.
TEST(Ensemble, WhatWasAnsweredIsNeverLostWhoeverDies) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto description = three_servers();
    description.nodes = {0, 1, 2, 3, 4};
    description.writes_block_reads = seed % 2 == 1;
    Store store(description, seed);
    RandomStream random(seed, 0, "deaths");
    auto session = store.session();
    for (int death = 0; death < 2; ++death)
      store.loop.after(Seconds(0.2 * random.uniform()),
                       [&store, server = static_cast<int>(random.below(5))] { store.ensemble.kill(server); });
    std::set<std::string> answered;
    std::set<std::string> unknown;
    for (int i = 1000; i < 1100; ++i) {
      const std::string name = std::to_string(i);
      const StoreError error = create(session, "/" + name);
      (error == StoreError::none ? answered : unknown).insert(name);
    }
    while (session.sync("/") != StoreError::none) ASSERT_LT(store.loop.now(), Seconds(10)) << seed;
    const auto list = session.list("/", Watch::none);
    std::set<std::string> there;
    for (const auto name : list.names.all()) there.emplace(name);
    for (const auto& name : answered) EXPECT_EQ(there.count(name), 1U) << seed << " " << name;
    for (const auto& name : there) EXPECT_EQ(answered.count(name) + unknown.count(name), 1U) << seed << " " << name;
    EXPECT_GT(answered.size(), 20U) << seed;
  }
}

TEST(Ensemble, ServersAgreeInTheEnd) {
  Store store;
  auto session = store.session();
  for (int i = 0; i < 100; ++i) {
    if (i == 50) store.ensemble.kill(store.leader());
    create_at_last(session, "/" + std::to_string(i));
  }
  store.loop.run_until(store.loop.now() + Seconds(1));
  for (const auto& server : store.ensemble.servers()) {
    if (server->serves()) { EXPECT_EQ(server->tree().find("/")->children.size(), 100U); }
  }
}

} // namespace
} // namespace daruma::treestore::test
