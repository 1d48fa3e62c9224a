// A simulated MPI whose numbers are known is calibrated like a real one: the numbers have to come back, and what they
// predict has to be what that MPI does.
#include "sim/calibration/calibrate.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"

#include <gmock/gmock.h>

namespace daruma::calibration {
namespace {

std::optional<study::Metrics> mean_of_replications(const scenario::Scenario& scenario) {
  study::Metrics means;
  const auto runs = study::replicate(scenario, cli::models(), 16);
  for (const auto& [name, estimate] : study::summarise(runs)) means[name] = estimate.mean;
  return means;
}

RuntimeProfile known_runtime() {
  RuntimeProfile runtime;
  runtime.detector = {DetectorKind::serial, Seconds(2e-3), Seconds(2e-3), Seconds(0)};
  runtime.revoke = {Seconds(0.5e-3), Seconds(0.05e-3), Seconds(0)};
  runtime.agreement = {Seconds(0.2e-3), Seconds(0.02e-3), Seconds(0)};
  runtime.shrink = {Seconds(3e-3), Seconds(0.3e-3), Seconds(0)};
  runtime.split = {Seconds(0.1e-3), Seconds(0.04e-3), Seconds(0)};
  runtime.send = {{Bytes(65536), {}, Seconds(0.2e-6), BytesPerSecond(10e9)}, {{}, {}, Seconds(0.4e-6), {}}};
  runtime.receive = {{Bytes(65536), {}, Seconds(0.3e-6), BytesPerSecond(8e9)},
                     {{}, {}, Seconds(2e-6), BytesPerSecond(6e9)}};
  runtime.combine = {{{}, {}, Seconds(0.1e-6), BytesPerSecond(4e9)}};
  runtime.copy = {{{}, {}, Seconds(0.05e-6), BytesPerSecond(9e9)}};
  runtime.spawn = {Seconds(0.2), Seconds(0.01), Seconds(0)};
  return runtime;
}

/// Runs any scenario on the known machine and MPI, whatever it says itself.
std::optional<study::Metrics> known_world(scenario::Scenario scenario) {
  scenario.machine.loopback = {BytesPerSecond(2e9), Seconds(3e-6)};
  scenario.runtime = known_runtime();
  return mean_of_replications(scenario);
}

class KnownWorld : public testing::Test {
protected:
  static void SetUpTestSuite() {
    runs_ = measure(trials(Deaths::survived), 1, known_world, cli::surroundings(), [](const std::string&) {});
  }
  static double fitted(Document document, const char* pointer) {
    return fit(runs_.front(), {}).at({document, pointer});
  }
  static void expect_near(const char* pointer, double wanted) {
    EXPECT_NEAR(fitted(Document::runtime, pointer), wanted, 0.05 * wanted) << pointer;
  }

  static std::vector<Values> runs_;
};

std::vector<Values> KnownWorld::runs_;

TEST_F(KnownWorld, ItsNumbersComeBack) {
  EXPECT_NEAR(fitted(Document::machine, "/loopback/latency"), 3e-6, 0.3e-6);
  EXPECT_NEAR(fitted(Document::machine, "/loopback/bandwidth"), 2e9, 0.1e9);
  const std::pair<const char*, CostLaw> laws[] = {{"/agreement", known_runtime().agreement},
                                                  {"/split", known_runtime().split},
                                                  {"/revoke", known_runtime().revoke},
                                                  {"/shrink", known_runtime().shrink}};
  for (const auto& [group, law] : laws) {
    expect_near((std::string(group) + "/fixed").c_str(), law.fixed.count());
    expect_near((std::string(group) + "/per_process").c_str(), law.per_process.count());
  }
  expect_near("/spawn/fixed", 0.2);
  expect_near("/spawn/per_process", 0.01);
  expect_near("/detector/period", 2e-3);
}

TEST_F(KnownWorld, WhatItsProcessorsDoComesBackByLength) {
  const Numbers numbers = fit(runs_.front(), {});
  const auto time = [&](const std::string& list, int length) {
    for (int i = 0;; ++i) {
      const auto number = [&](const char* name) {
        const auto found = numbers.find({Document::runtime, "/" + list + "/" + std::to_string(i) + name});
        return found == numbers.end() ? 0 : found->second;
      };
      const double end = number("/bytes_below");
      if (end > 0 && length >= end) continue;
      return number("/fixed") + (number("/rate") > 0 ? length / number("/rate") : 0);
    }
  };
  const auto expect = [&](const char* list, const ProcessorTimes& known, int length) {
    const double wanted = processor_time(known, Bytes(length)).count();
    EXPECT_NEAR(time(list, length), wanted, 0.01 * wanted) << list << " of " << length << " B";
  };
  for (const int length : {1, 3, 100, 5000, 65535, 65536, 300'000, 1 << 20}) {
    expect("send", known_runtime().send, length);
    expect("receive", known_runtime().receive, length);
    expect("combine", known_runtime().combine, length);
    expect("copy", known_runtime().copy, length);
  }
}

TEST_F(KnownWorld, ItsEagerLimitIsAsked) {
  EXPECT_NE(describe(runs_, {}).runtime.find(R"("value": "65536B")"), std::string::npos);
}

TEST_F(KnownWorld, WhatIsPredictedIsWhatItDoes) {
  const auto descriptions = describe(runs_, {"a simulated MPI", 2});
  const auto rows = hold_against(checks(Deaths::survived), runs_, descriptions, mean_of_replications,
                                 cli::surroundings(), [](const std::string&) {});
  EXPECT_EQ(rows.size(), checks(Deaths::survived).size());
  for (const Row& row : rows) EXPECT_NEAR(row.simulated / row.measured.median, 1, 0.1) << row.name;
}

// --- A tree store

TreeStore known_store() {
  TreeStore store;
  store.nodes = {0, 0, 0};
  store.per_request = store.client_per_request = Seconds(200e-6);
  store.per_transaction = Seconds(150e-6);
  store.marshalling = store.client_unmarshalling = BytesPerSecond(250e6);
  store.per_name = store.client_per_name = Seconds(150e-9);
  store.log_force = Seconds(0.5e-3);
  store.after_rest = Seconds(100e-6);
  store.processors = 2;
  return store;
}

std::optional<study::Metrics> known_store_world(scenario::Scenario scenario) {
  scenario.tree_store = known_store();
  scenario.machine.nodes = 1;
  scenario.machine.cores = 128;
  return study::replicate(scenario, cli::models(), 1).front();
}

TEST(KnownStore, ItsNumbersComeBackAndSoWhatTheyPredict) {
  const auto silent = [](const std::string&) {};
  const Trial take = store_take(400, "50ms", 20); // which depends little on chance
  const Origin origin{"a simulated store", 2, 3};
  const auto runs = measure({store_operations(5), take}, 1, known_store_world, cli::surroundings(), silent);
  const Numbers numbers = fit(runs.front(), origin);
  const auto near = [&numbers](const char* name, double wanted) {
    EXPECT_NEAR(numbers.at({Document::tree_store, name}), wanted, 0.1 * wanted) << name;
  };
  near("/per_request", 200e-6);
  near("/client_per_request", 200e-6);
  near("/per_transaction", 150e-6);
  near("/marshalling", 250e6);
  near("/client_unmarshalling", 250e6);
  near("/per_name", 150e-9);
  near("/client_per_name", 150e-9);
  near("/log_force", 0.5e-3);
  near("/after_rest", 100e-6);
  near("/cooling", 8e-3);
  const auto rows = hold_against({{take, "beyond_ideal_s", false}}, runs, describe(runs, origin), mean_of_replications,
                                 cli::surroundings(), silent);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NEAR(rows[0].simulated / rows[0].measured.median, 1, 0.15); // each number comes back within a tenth
}

} // namespace
} // namespace daruma::calibration
