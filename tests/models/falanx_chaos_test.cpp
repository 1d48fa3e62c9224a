// Random Falanx jobs that lose workers, nodes of the data store and WatchDogs at random moments, under every detector.
#include "models/falanx/roles.hpp"
#include "sim/base/random_stream.hpp"
#include "tests/engine/rehearsal.hpp"
#include "tests/models/simulated_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

namespace daruma::models {
namespace {

using scenario::Scenario;

/// A job and its deaths, all drawn from the case's number.
class ChaoticJob {
public:
  explicit ChaoticJob(std::uint64_t number) : random_(11, number, "falanx/chaos") {
    scenario_ = one_job("falanx-sleep", roles().ranks(), scenario::Recovery::shrink);
    scenario_.seed = number;
    if (by_node_) scenario_.machine.cores = 1;
    if (by_node_) scenario_.machine.nodes = roles().ranks();
    draw_runtime();
    set_arguments();
    draw_deaths();
  }

  const Scenario& scenario() const { return scenario_; }
  int worker_deaths() const { return worker_deaths_; }
  int data_deaths() const { return data_deaths_; }
  /// Whether two nodes of the data store die so soon one after the other that copies may not be renewed in between.
  bool may_lose_data() const { return shortest_gap_s_ < 30e-3; }
  bool drops() const { return drops_; }

  static constexpr int tasks = 16;

private:
  falanx::Roles roles() const { return {1, 1, watchdogs_, data_nodes_, workers_, group_size_, group_spares_}; }
  int draw(int least, int most) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(most - least) + 1));
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
                                        {"priorities", 1.0 * draw(1, 3)},
                                        {"workers", 1.0 * workers_},
                                        {"group_size", 1.0 * group_size_},
                                        {"group_spares", 1.0 * group_spares_},
                                        {"data_nodes", 1.0 * data_nodes_},
                                        {"watchdogs", 1.0 * watchdogs_},
                                        {"on_failure", std::string(drops_ ? "drop" : "resubmit")},
                                        {"input", std::string(sizes[random_.below(3)])},
                                        {"output", std::string(sizes[random_.below(3)])}};
  }

  /// Everybody may die but the main logic, the server, one worker and one node of the data store.
  void draw_deaths() {
    std::vector<int> living(static_cast<std::size_t>(roles().ranks()));
    std::iota(living.begin(), living.end(), 0);
    std::vector<double> times(static_cast<std::size_t>(draw(1, 8)));
    for (double& time : times) time = 5e-3 + 80e-3 * random_.uniform();
    std::sort(times.begin(), times.end());
    const int spared_worker = draw(roles().first_worker(), roles().ranks() - 1);
    const int spared_node = draw(roles().first_data_node(), roles().first_worker() - 1);
    for (const double time : times) {
      const auto choice = 2 + random_.below(living.size() - 2);
      const int victim = living[choice];
      if (victim == spared_worker || victim == spared_node) continue;
      strike(Seconds(time), static_cast<int>(choice), victim);
      living.erase(living.begin() + static_cast<std::ptrdiff_t>(choice));
      worker_deaths_ += victim >= roles().first_worker() ? 1 : 0;
      if (victim >= roles().first_data_node() && victim < roles().first_worker()) note_data_death(time);
    }
  }

  /// Alone, or with its node and what is on its way to it and from it. `place` is the victim's among the living.
  void strike(Seconds time, int place, int victim) {
    if (!by_node_) return kill_at(scenario_, time, {place});
    engine::test::at(scenario_, time.count(), scenario::NodeOff{victim});
  }

  void note_data_death(double time) {
    shortest_gap_s_ = std::min(shortest_gap_s_, time - last_data_death_s_);
    last_data_death_s_ = time;
    ++data_deaths_;
  }

  RandomStream random_;
  int watchdogs_ = draw(0, 2);
  int data_nodes_ = draw(1, 4);
  int workers_ = draw(1, 4);
  int group_size_ = draw(1, 3);
  int group_spares_ = draw(0, 1);
  bool drops_ = draw(0, 3) == 0;
  bool by_node_ = draw(0, 2) == 0; ///< then each process has a node to itself
  int worker_deaths_ = 0;
  int data_deaths_ = 0;
  double last_data_death_s_ = -1;
  double shortest_gap_s_ = 1;
  Scenario scenario_;
};

/// What is wrong with a result; empty if nothing is.
std::string verdict_on(const ChaoticJob& job, const records::Result& result) {
  const auto metric = [&result](const char* name) { return result.metrics.at("q." + std::string(name)); };
  const auto text = [&metric](const char* name) {
    return std::string(name) + " " + std::to_string(static_cast<int>(metric(name))) + " ";
  };
  if (!result.jobs.front().finished) return "the job did not finish: " + testing::PrintToString(printed(result));
  const bool all_ended = metric("completed") + metric("dropped") == ChaoticJob::tasks;
  const bool is_counted =
      metric("failed") <= job.worker_deaths() && (!job.drops() || metric("dropped") == metric("failed"));
  const bool is_right = metric("wrong") == 0 && (metric("data_losses") == 0 || job.may_lose_data());
  if (all_ended && is_counted && is_right) return "";
  return text("completed") + text("dropped") + text("failed") + text("data_losses") + text("wrong") + "with " +
         std::to_string(job.worker_deaths()) + " deaths of workers, " + std::to_string(job.data_deaths()) + " of nodes";
}

class FalanxChaos : public testing::TestWithParam<int> {};

TEST_P(FalanxChaos, EveryTaskEndsOnceAndNothingHangs) {
  for (int i = 0; i < chaotic_jobs; ++i) {
    const ChaoticJob job(static_cast<std::uint64_t>(GetParam() * chaotic_jobs + i));
    const auto faults =
        complaints({job.scenario()}, [&job](const records::Result& result) { return verdict_on(job, result); });
    EXPECT_THAT(faults, testing::IsEmpty()) << "job " << GetParam() * chaotic_jobs + i;
  }
}

INSTANTIATE_TEST_SUITE_P(Quarter, FalanxChaos, testing::Range(0, 4));

} // namespace
} // namespace daruma::models
