// Random Falanx jobs that lose workers, nodes of the data store, WatchDogs, whole nodes, and servers of the tree store
// at random moments, under every detector and with every scheduler.
#include "sim/core/random_stream.hpp"
#include "tests/models/falanx/falanx_witness.hpp"
#include "tests/models/simulated_jobs.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace daruma::models {
namespace {

using scenario::Scenario;

constexpr const char* kinds_on_the_store[] = {"ha", "ha-commit", "ha-buckets", "ha-ordered", "ha-batch"};

enum class Bag { one_rank, highly_available };

/// A job and its deaths, all drawn from the case's number.
class ChaoticJob {
public:
  ChaoticJob(Bag bag, std::uint64_t number) : random_(17, number, "falanx/chaos"), bag_(bag) {
    if (bag == Bag::highly_available) scheduler_ = kinds_on_the_store[number % 5];
    scenario_ = one_job("falanx-witness", roles_.ranks(), scenario::RecoveryStyle::shrink);
    scenario_.seed = number;
    place();
    draw_runtime();
    set_arguments();
    draw_deaths();
  }

  const Scenario& scenario() const { return scenario_; }
  /// Copies are renewed within 30 ms if nothing else dies meanwhile.
  Circumstances circumstances() const {
    return {roles_, tasks, drops_, shortest_gap_s_ < 30e-3, scheduler_ == std::string("ha-batch") ? 8 : 1};
  }

private:
  int draw(int least, int most) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(most - least) + 1));
  }

  /// A node has so many processes, dealt in turn, and room for a server, or all processes are on four nodes that stay.
  void place() {
    if (ranks_per_node_ > 0) {
      scenario_.machine.nodes = std::max(5, (roles_.ranks() + ranks_per_node_ - 1) / ranks_per_node_);
      scenario_.machine.cores = ranks_per_node_ + 1;
      scenario_.jobs.front().placement = scenario::Placement::round_robin;
    }
    if (bag_ == Bag::one_rank) return;
    TreeStore store;
    store.nodes = {0, 1, 2};
    if (draw(0, 1) == 1)
      store.nodes = ranks_per_node_ > 0 ? std::vector<int>{0, 1, 2, 3, 4} : std::vector{0, 1, 2, 3, 1};
    store.log_force = Seconds(100e-6);
    store.tick = Seconds(10e-3);
    store.session_timeout = Seconds(60e-3);
    store.election = Seconds(5e-3);
    store.writes_block_reads = scenario_.seed % 2 == 1;
    scenario_.tree_store = store;
  }

  void draw_runtime() {
    constexpr DetectorKind kinds[] = {DetectorKind::perfect, DetectorKind::on_communication, DetectorKind::serial,
                                      DetectorKind::heartbeat_ring};
    auto& runtime = scenario_.runtime;
    runtime.detector = {kinds[random_.below(4)], Seconds(2e-3), Seconds(3e-3), Seconds(4e-3)};
    for (CostLaw* law : {&runtime.propagation, &runtime.agreement, &runtime.revoke, &runtime.shrink, &runtime.split})
      law->fixed = Seconds(random_.uniform() * 1e-3);
  }

  void set_arguments() {
    const char* const sizes[] = {"64B", "9000B", "100KiB"};
    scenario_.jobs.front().arguments = {{"tasks", 1.0 * tasks},
                                        {"length", std::string("10ms")},
                                        {"scheduler", std::string(scheduler_)},
                                        {"servers", 1.0 * roles_.servers},
                                        {"priorities", 1.0 * draw(1, 3)},
                                        {"workers", 1.0 * roles_.groups},
                                        {"group_size", 1.0 * roles_.group_size},
                                        {"group_spares", 1.0 * roles_.spares},
                                        {"data_nodes", 1.0 * roles_.data_nodes},
                                        {"watchdogs", 1.0 * roles_.watchdogs},
                                        {"on_failure", std::string(drops_ ? "drop" : "resubmit")},
                                        {"input", std::string(sizes[random_.below(3)])},
                                        {"output", std::string(sizes[random_.below(3)])}};
  }

  /// Everybody may die but the main logic, the task queue server, one worker, one node of the data store, and most of
  /// the tree store's servers.
  void draw_deaths() {
    living_.resize(static_cast<std::size_t>(roles_.ranks()));
    std::iota(living_.begin(), living_.end(), 0);
    for (int rank = 0; rank < roles_.first_watchdog(); ++rank) spared_.insert(rank);
    spared_.insert(draw(roles_.first_worker(), roles_.ranks() - 1));
    spared_.insert(draw(roles_.first_data_node(), roles_.first_worker() - 1));
    const double end_s = bag_ == Bag::one_rank ? 80e-3 : 150e-3;
    std::vector<double> times(static_cast<std::size_t>(draw(1, 8)));
    for (double& time : times) time = 5e-3 + end_s * random_.uniform();
    std::sort(times.begin(), times.end());
    for (const double time : times) {
      if (bag_ == Bag::highly_available && draw(0, 3) == 0)
        lose_server(time);
      else if (ranks_per_node_ > 0 && draw(0, 3) > 0)
        switch_off(time, draw(0, scenario_.machine.nodes - 1));
      else
        kill(time, living_[random_.below(living_.size())]);
    }
  }

  bool may_lose_servers(const std::set<int>& more) const {
    std::set<int> all = lost_servers_;
    all.insert(more.begin(), more.end());
    return !scenario_.tree_store || all.size() <= (scenario_.tree_store->nodes.size() - 1) / 2;
  }

  void lose_server(double time) {
    const int server = draw(0, static_cast<int>(scenario_.tree_store->nodes.size()) - 1);
    if (!may_lose_servers({server})) return;
    lost_servers_.insert(server);
    scenario_.tree_store->deaths.push_back({Seconds(time), server});
  }

  /// Kills one process and leaves its node on.
  void kill(double time, int victim) {
    if (spared_.count(victim) > 0) return;
    const auto place = std::find(living_.begin(), living_.end(), victim) - living_.begin();
    kill_at(scenario_, Seconds(time), {static_cast<int>(place)});
    bury(time, victim);
  }

  /// With all that is on the node, and with what is on its way to it and from it.
  void switch_off(double time, int node) {
    std::vector<int> victims;
    for (const int rank : living_)
      if (rank % scenario_.machine.nodes == node) victims.push_back(rank);
    std::set<int> servers;
    for (std::size_t server = 0; scenario_.tree_store && server < scenario_.tree_store->nodes.size(); ++server)
      if (scenario_.tree_store->nodes[server] == node) servers.insert(static_cast<int>(server));
    const auto is_spared = [this](int rank) { return spared_.count(rank) > 0; };
    const bool is_off = off_.count(node) > 0;
    if (is_off || !may_lose_servers(servers) || std::any_of(victims.begin(), victims.end(), is_spared)) return;
    off_.insert(node);
    lost_servers_.insert(servers.begin(), servers.end());
    run::test::at(scenario_, time, scenario::NodeOff{node});
    for (const int rank : victims) bury(time, rank);
  }

  void bury(double time, int victim) {
    living_.erase(std::find(living_.begin(), living_.end(), victim));
    if (roles_.role_of(victim) != falanx::Role::data_node) return;
    shortest_gap_s_ = std::min(shortest_gap_s_, time - last_data_death_s_);
    last_data_death_s_ = time;
  }

  static constexpr int tasks = 16;

  RandomStream random_;
  Bag bag_;
  const char* scheduler_ = "task-queue-server";
  falanx::Roles roles_{1, bag_ == Bag::one_rank ? 1 : 0, draw(0, 2), draw(1, 4), draw(1, 4), draw(1, 3), draw(0, 1)};
  bool drops_ = draw(0, 3) == 0;
  int ranks_per_node_ = draw(0, 2) == 0 ? draw(1, 2) : 0; ///< 0: nodes stay
  std::vector<int> living_;
  std::set<int> spared_;
  std::set<int> off_;
  std::set<int> lost_servers_;
  double last_data_death_s_ = -1;
  double shortest_gap_s_ = 1;
  Scenario scenario_;
};

std::string fault_of(Bag bag, int number) {
  const ChaoticJob job(bag, static_cast<std::uint64_t>(number));
  return run::test::simulate_apart(job.scenario(), {falanx_witness()}, [&job](const results::Result& result) {
    return contradiction(result, job.circumstances());
  });
}

class FalanxChaos : public testing::TestWithParam<int> {};

TEST_P(FalanxChaos, TheTaskQueueServerReportsWhatWasLostAndNothingElse) {
  for (int i = GetParam() * chaotic_jobs; i < (GetParam() + 1) * chaotic_jobs; ++i)
    EXPECT_EQ(fault_of(Bag::one_rank, i), "") << "job " << i;
}

TEST_P(FalanxChaos, TheHighlyAvailableSchedulerReportsWhatWasLostAndNothingElse) {
  for (int i = GetParam() * chaotic_jobs; i < (GetParam() + 1) * chaotic_jobs; ++i)
    EXPECT_EQ(fault_of(Bag::highly_available, i), "") << "job " << i;
}

INSTANTIATE_TEST_SUITE_P(Quarter, FalanxChaos, testing::Range(0, 4));

} // namespace
} // namespace daruma::models
