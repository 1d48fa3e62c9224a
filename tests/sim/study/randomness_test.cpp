#include "sim/study/prepared_scenario.hpp"

#include <gtest/gtest.h>

namespace daruma::study {
namespace {

using scenario::Scenario;

scenario::Job job_of(const std::string& model) {
  scenario::Job job;
  job.name = "a";
  job.model = model;
  return job;
}

Scenario with_job(const std::string& model) {
  Scenario scenario;
  scenario.jobs = {job_of(model)};
  return scenario;
}

Scenario with_centre() {
  Scenario scenario;
  scenario.centre.emplace();
  return scenario;
}

TEST(Randomness, IsNowhereWhereNothingIsDrawn) {
  EXPECT_FALSE(is_random(with_centre()));
  EXPECT_FALSE(is_random(with_job("spares-stencil")));
  Scenario hogs = with_job("migr-laplace");
  hogs.background.emplace().listed.push_back({Seconds(0), 0, never});
  hogs.failures.emplace().law = nullptr;
  hogs.events.push_back({{}, scenario::NodeOff{}});
  EXPECT_FALSE(is_random(hogs));
}

TEST(Randomness, IsInEachLawThatDraws) {
  Scenario failing = with_centre();
  failing.failures.emplace();
  EXPECT_TRUE(is_random(failing));
  Scenario urgent = with_centre();
  urgent.centre->urgent.emplace().gap = Seconds(1);
  EXPECT_TRUE(is_random(urgent));
  Scenario loaded = with_job("migr-laplace");
  loaded.background.emplace().arrival_gap = Seconds(1);
  EXPECT_TRUE(is_random(loaded));
  Scenario killed = with_job("migr-laplace");
  killed.events.push_back({{}, scenario::KillRandom{}});
  EXPECT_TRUE(is_random(killed));
}

TEST(Randomness, IsInDetectorsAndInJobsThatAreNotKnownToDrawNothing) {
  Scenario detected = with_job("migr-laplace");
  detected.runtime.detector.kind = DetectorKind::serial;
  EXPECT_TRUE(is_random(detected));
  Scenario staggered = with_job("spares-stencil");
  staggered.jobs[0].arguments["stagger"] = "1ms";
  EXPECT_TRUE(is_random(staggered));
  EXPECT_TRUE(is_random(with_job("dyprc-iterate")));
  Scenario program = with_job("");
  program.jobs[0].program = "a.so";
  EXPECT_TRUE(is_random(program));
}

} // namespace
} // namespace daruma::study
