// The tree store in a scenario: jobs use it over the simulated network, and lose servers, nodes and themselves.
#include "models/port/rank.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>

namespace daruma::run::test {
namespace {

using namespace models;
using testing::HasSubstr;

scenario::Scenario with_store(const std::string& model, int ranks) {
  scenario::Scenario scenario = one_job(model, ranks);
  scenario.tree_store = TreeStore();
  scenario.tree_store->nodes = {1, 2, 3};
  return scenario;
}

std::string metric(const results::Result& result, const std::string& name) {
  const auto found = result.metrics.find("q." + name);
  return found == result.metrics.end() ? "none" : std::to_string(found->second);
}
std::string count(const results::Result& result) { return metric(result, "count"); }
std::string makespan(const results::Result& result) { return metric(result, "makespan_s"); }

Committed at_last(TreeSession& session, const std::vector<Change>& changes) {
  for (;;) {
    Committed done = session.commit(changes);
    if (done.error != StoreError::connection_loss) return done;
  }
}

/// Rank 0 makes a node; the others are told by their watches, and make one each.
void make_nodes() {
  MPI_Init(nullptr, nullptr);
  const auto session = port().open_tree_session();
  const int rank = rank_in(MPI_COMM_WORLD);
  if (rank == 0) {
    port().sleep(Seconds(1));
    session->commit({CreateNode{"/start"}});
  } else if (session->stat("/start", Watch::set).error == StoreError::no_node) {
    session->next_event(Seconds(100));
  }
  if (rank > 0) session->commit({CreateNode{"/start/" + std::to_string(rank)}});
  MPI_Barrier(MPI_COMM_WORLD);
  session->sync("/start");
  port().metric("count", double(session->list("/start").names.size()));
  MPI_Finalize();
}

const Models programs{{"make_nodes", make_nodes, {}}};

TEST(TreeStoreInAScenario, ProcessesMeetThere) {
  EXPECT_EQ(simulate_apart(with_store("make_nodes", 8), programs, count), "7.000000");
}

TEST(TreeStoreInAScenario, TheSameRunTwiceTakesTheSameTime) {
  const auto scenario = with_store("make_nodes", 8);
  EXPECT_EQ(simulate_apart(scenario, programs, makespan), simulate_apart(scenario, programs, makespan));
}

/// What is written travels: a slow link slows it down.
TEST(TreeStoreInAScenario, MessagesTakeTheNetwork) {
  auto scenario = with_store("make_nodes", 2);
  const double fast = std::stod(simulate_apart(scenario, programs, makespan));
  scenario.machine.link.latency = Seconds(0.1);
  EXPECT_GT(std::stod(simulate_apart(scenario, programs, makespan)), fast + 0.5);
}

void none_there() {
  MPI_Init(nullptr, nullptr);
  port().metric("count", port().open_tree_session() ? 1 : 0);
  MPI_Finalize();
}

TEST(TreeStoreInAScenario, ThereIsNoneUnlessTheScenarioSaysSo) {
  EXPECT_EQ(simulate_apart(one_job("none", 1), {{"none", none_there, {}}}, count), "0.000000");
}

/// Rank 1 has an ephemeral node and dies.
void mourn() {
  MPI_Init(nullptr, nullptr);
  const auto session = port().open_tree_session();
  if (rank_in(MPI_COMM_WORLD) == 1) {
    session->commit({CreateNode{"/alive", "", Lifetime::ephemeral}});
    port().sleep(Seconds(3));
    port().die();
  }
  port().sleep(Seconds(1));
  session->stat("/alive", Watch::set);
  const auto event = session->next_event(Seconds(100));
  port().metric("count", event && event->kind == StoreEvent::Kind::removed ? port().now().count() : -1);
  session->commit({CreateNode{"/end"}});
  MPI_Finalize();
}

TEST(TreeStoreInAScenario, ADeadProcessLosesItsSessionAfterTheTimeout) {
  const double when = std::stod(simulate_apart(with_store("mourn", 2), {{"mourn", mourn, {}}}, count));
  EXPECT_GT(when, 3 + 10 * 2 / 3.0);
  EXPECT_LT(when, 3 + 12.1);
}

/// Writes for three seconds; counts what is there.
void persist() {
  MPI_Init(nullptr, nullptr);
  const auto session = port().open_tree_session();
  int written = 0;
  while (port().now() < Seconds(3)) {
    const auto error = at_last(*session, {CreateNode{"/" + std::to_string(written)}}).error;
    written += error == StoreError::none || error == StoreError::node_exists;
  }
  session->sync("/");
  port().metric("count", double(session->list("/").names.size()) - written);
  MPI_Finalize();
}

TEST(TreeStoreInAScenario, ServersMayDieWhileAQuorumStays) {
  for (const int server : {0, 1, 2}) {
    auto scenario = with_store("persist", 1);
    scenario.tree_store->deaths = {{Seconds(1), server}};
    EXPECT_EQ(simulate_apart(scenario, {{"persist", persist, {}}}, count), "0.000000") << server;
  }
}

TEST(TreeStoreInAScenario, NodesMayGoOffWithTheirServers) {
  for (const int node : {1, 2, 3}) {
    auto scenario = with_store("persist", 1);
    scenario.tree_store->tick = Seconds(0.1);
    at(scenario, 1, scenario::NodeOff{node});
    EXPECT_EQ(simulate_apart(scenario, {{"persist", persist, {}}}, count), "0.000000") << node;
  }
}

} // namespace
} // namespace daruma::run::test
