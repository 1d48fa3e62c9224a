// A scheduler outside decides by Batsim's protocol: as Daruma's own where it follows the same discipline, and told of
// all that happens.
#include "sim/batch/outside_scheduler.hpp"

#include "sim/batch/objections.hpp"
#include "sim/batch/policy_error.hpp"
#include "sim/batch/scheduler_connection.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/batch/batsim_scheduler.hpp"
#include "tests/sim/batch/centre_run.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/starts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <zmq.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace daruma::batch {
namespace {

using nlohmann::json;
using test::BatsimScheduler;
using test::job;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> names_of(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i + 1));
  return names;
}

History simulate_with(OutsideScheduler::Exchange exchange, const std::vector<Job>& jobs, Rules rules,
                      const std::vector<Fault>& faults = {}) {
  OutsideScheduler outside("scheduler", std::move(exchange), names_of(jobs.size()), rules.nodes, rules.cores);
  rules.outside = &outside;
  return simulate(jobs, rules, list_faults(faults));
}

History simulate_with(BatsimScheduler& scheduler, const std::vector<Job>& jobs, const Rules& rules,
                      const std::vector<Fault>& faults = {}) {
  return simulate_with([&](const std::string& message) { return scheduler.answer(message); }, jobs, rules, faults);
}

std::vector<Seconds> starts(const History& history) {
  std::vector<Seconds> all;
  for (const JobOutcome& one : history.outcomes) all.push_back(one.start);
  return all;
}

TEST(OutsideScheduler, StartsEachJobWhenTheSameDisciplineOfDarumasDoes) {
  constexpr int processors = 12;
  Rules rules;
  rules.nodes = 4;
  rules.cores = 3;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, 60, processors);
    BatsimScheduler easy(BatsimScheduler::Discipline::easy);
    BatsimScheduler fcfs(BatsimScheduler::Discipline::fcfs);
    ASSERT_EQ(starts(simulate_with(easy, jobs, rules)), test::starts_of(jobs, processors, "easy")) << seed;
    ASSERT_EQ(starts(simulate_with(fcfs, jobs, rules)), test::starts_of(jobs, processors, "fcfs")) << seed;
    ASSERT_TRUE(easy.has_ended());
  }
}

TEST(OutsideScheduler, LosesNoJobToFailures) {
  Rules rules = test::rules_of(test::Policies{"rerun", "wait"});
  rules.give_up = 1000;
  int interruptions = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, 120, test::nodes_of_mixed * test::cores_of_mixed / 2);
    BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs);
    const History history = simulate_with(scheduler, jobs, rules, test::mixed_faults(seed));
    for (const JobOutcome& one : history.outcomes) {
      ASSERT_EQ(one.fate, JobOutcome::Fate::finished) << seed;
      interruptions += one.interruptions;
    }
    ASSERT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-6) << seed;
  }
  EXPECT_GT(interruptions, 50);
}

/// What a scheduler is told, each event as its type and what is of interest of it.
std::vector<std::string> told(const BatsimScheduler& scheduler) {
  std::vector<std::string> all;
  for (const json& message : scheduler.messages())
    for (const json& event : message.at("events")) {
      const json& data = event.at("data");
      std::string text = fmt::format("{} {}", event.at("timestamp").get<double>(), event.at("type").get<std::string>());
      for (const char* key : {"job_id", "job_state", "alloc", "type", "resources"})
        if (data.contains(key)) text += " " + data.at(key).get<std::string>();
      all.push_back(text);
    }
  return all;
}

/// The second job is eligible at 10 s, the third never.
TEST(OutsideScheduler, DoesNotSeeJobsBeforeTheyAreEligible) {
  std::vector<Job> jobs{job(0, 10, 1), job(1, 5, 1), job(2, 5, 1)};
  jobs[1].dependency.conditions = {{DependencyType::afterok, 0}};
  jobs[2].dependency.conditions = {{DependencyType::afternotok, 0}};
  BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs);
  const History history = simulate_with(scheduler, jobs, test::rules_of(2, "rerun"));
  EXPECT_EQ(history.outcomes[1].start, Seconds(10));
  EXPECT_EQ(history.outcomes[2].fate, JobOutcome::Fate::never_eligible);
  EXPECT_THAT(told(scheduler), testing::IsSupersetOf({"0 JOB_SUBMITTED w0!1", "10 JOB_SUBMITTED w0!2",
                                                      "10 NOTIFY no_more_static_job_to_submit"}));
  EXPECT_THAT(told(scheduler), testing::Not(Contains(HasSubstr("JOB_SUBMITTED w0!3"))));
}

/// Two nodes of two cores; node 0 is off from 4 to 9 s. Job 2 has to wait for it, and job 1 comes again.
TEST(OutsideScheduler, IsToldOfAllThatHappens) {
  Rules rules = test::rules_of(2, "rerun");
  rules.cores = 2;
  BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs);
  simulate_with(scheduler, {job(0, 10, 3), job(1, 5, 1)}, rules, {{Seconds(4), 0, Seconds(5)}});
  EXPECT_THAT(told(scheduler),
              ElementsAre("0 SIMULATION_BEGINS", "0 JOB_SUBMITTED w0!1", "1 JOB_SUBMITTED w0!2",
                          "1 NOTIFY no_more_static_job_to_submit", "4 NOTIFY event_machine_unavailable 0-1",
                          "4 JOB_COMPLETED w0!1 COMPLETED_FAILED 0-2", "4 JOB_SUBMITTED w0!1#1",
                          "6 JOB_COMPLETED w0!2 COMPLETED_SUCCESSFULLY 3", "9 NOTIFY event_machine_available 0-1",
                          "19 JOB_COMPLETED w0!1#1 COMPLETED_SUCCESSFULLY 0-2", "19 SIMULATION_ENDS"));
}

TEST(OutsideScheduler, LearnsOfJobsWhatABatchSystemKnows) {
  std::vector<Job> jobs{{Seconds(2), Seconds(10), Seconds(60), 3}};
  jobs[0].account = {7, 3, 2, 0};
  jobs[0].is_urgent = true;
  BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs);
  simulate_with(scheduler, jobs, test::rules_of(4, "rerun"));
  const json begins = scheduler.messages().at(0).at("events").at(0).at("data");
  EXPECT_EQ(begins.at("nb_resources"), 4);
  EXPECT_EQ(begins.at("compute_resources").at(3).at("name"), "node3");
  const json told = scheduler.messages().at(1).at("events").at(0).at("data").at("job");
  EXPECT_EQ(told, json::parse(R"({"id": "w0!1", "profile": "unknown", "res": 3, "subtime": 2.0, "walltime": 60.0,
                                  "user": 7, "partition": 3, "qos": 2, "urgent": true})"));
}

/// While it decides others end, and nothing is told to it; what it decided happens when it says.
TEST(OutsideScheduler, MayTakeTimeToDecide) {
  BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs, 3);
  const History history = simulate_with(scheduler, {job(5, 10, 1), job(6, 10, 1)}, test::rules_of(1, "rerun"));
  EXPECT_THAT(starts(history), ElementsAre(Seconds(8), Seconds(21)));
  EXPECT_THAT(told(scheduler), Contains("6 JOB_SUBMITTED w0!2"));
  EXPECT_EQ(scheduler.messages().at(2).at("now"), 8) << "when it had decided on the first";
}

// --- Orders one by one

json event(double time, const char* type, const json& data) {
  return {{"timestamp", time}, {"type", type}, {"data", data}};
}
json execute(double time, const char* job, const char* resources) {
  return event(time, "EXECUTE_JOB", {{"job_id", job}, {"alloc", resources}});
}

/// Answers the message in which an event of that type is with these, and others with nothing.
class Script {
public:
  Script& on(const char* type, const std::vector<json>& events) {
    answers_[type] = events;
    return *this;
  }
  std::string operator()(const std::string& text) {
    const json message = json::parse(text);
    json answer{{"now", message.at("now")}, {"events", json::array()}};
    for (const json& one : message.at("events")) {
      heard->push_back(one);
      const auto found = answers_.find(one.at("type").get<std::string>());
      if (found == answers_.end()) continue;
      for (const json& event : found->second) answer["events"].push_back(event);
      answers_.erase(found);
    }
    return answer.dump();
  }
  std::shared_ptr<std::vector<json>> heard = std::make_shared<std::vector<json>>();

private:
  std::map<std::string, std::vector<json>> answers_;
};

std::vector<std::string> events_of(const History& history) {
  std::vector<std::string> all;
  for (const CentreEvent& one : history.events)
    all.push_back(fmt::format("{} {} {} {}", one.time.count(), one.kind, one.job, one.text));
  return all;
}

/// The first job runs from 2 s on, and is ended at 7 s, when half of it is done; then the second is refused.
TEST(OutsideScheduler, EndsRefusesAndIsCalled) {
  Script script;
  script.on("JOB_SUBMITTED", {execute(2, "w0!1", "1"), event(2, "CALL_ME_LATER", {{"timestamp", 7.0}})})
      .on("REQUESTED_CALL", {event(7, "KILL_JOB", {{"job_ids", {"w0!1"}}})})
      .on("JOB_KILLED", {event(7, "REJECT_JOB", {{"job_id", "w0!2"}})});
  const History history = simulate_with(script, {job(2, 10, 1), job(2, 10, 1)}, test::rules_of(2, "rerun"));
  EXPECT_THAT(events_of(history),
              ElementsAre("7 lost 0 was ended by the scheduler", "7 lost 1 was refused by the scheduler"));
  EXPECT_EQ(history.ledger.urgent, Seconds(5)) << "done in vain";
  json killed;
  for (const json& one : *script.heard)
    if (one.at("type") == "JOB_KILLED") killed = one.at("data");
  EXPECT_EQ(killed, json::parse(R"({"job_ids": ["w0!1"],
                                    "job_progress": {"w0!1": {"profile": "unknown", "progress": 0.5}}})"));
  EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9);
}

TEST(OutsideScheduler, AsksForTheEnergyThatWasConsumed) {
  Rules rules = test::rules_of(1, "rerun");
  rules.power.emplace();
  rules.power->idle = Watts(100);
  rules.power->busy = Watts(300);
  Script script;
  script.on("JOB_SUBMITTED", {execute(0, "w0!1", "0")})
      .on("JOB_COMPLETED", {event(10, "QUERY", {{"requests", {{"consumed_energy", json::object()}}}})});
  simulate_with(script, {job(0, 10, 1), job(20, 1, 1)}, rules);
  EXPECT_THAT(*script.heard, Contains(event(10, "ANSWER", {{"consumed_energy", 3000.0}})));
}

TEST(OutsideScheduler, WhatItNeverStartsIsLostWithTheReason) {
  const History history = simulate_with(Script(), {job(0, 10, 1)}, test::rules_of(1, "rerun"));
  EXPECT_THAT(events_of(history), ElementsAre("0 lost 0 was never started by the scheduler"));
}

/// Node 1 fails while it decides: the job comes again.
TEST(OutsideScheduler, IsNotBlamedForANodeThatFailsMeanwhile) {
  BatsimScheduler scheduler(BatsimScheduler::Discipline::fcfs, 3);
  const History history =
      simulate_with(scheduler, {job(5, 10, 2)}, test::rules_of(2, "rerun"), {{Seconds(7), 1, Seconds(3)}});
  EXPECT_EQ(history.outcomes[0].interruptions, 1);
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::finished);
  EXPECT_THAT(told(scheduler), Contains("8 JOB_COMPLETED w0!1 COMPLETED_FAILED 0-1"));
}

std::string error_with(const OutsideScheduler::Exchange& exchange, const std::vector<Fault>& faults = {}) {
  try {
    simulate_with(exchange, {job(2, 10, 2), job(3, 10, 1)}, test::rules_of(3, "rerun"), faults);
  } catch (const PolicyError& error) { return error.what(); }
  return "";
}

std::string error_on_submission(const std::vector<json>& events) {
  return error_with(Script().on("JOB_SUBMITTED", events));
}

TEST(OutsideScheduler, StopsTheSimulationWhereItAsksForWhatCannotBeDone) {
  EXPECT_EQ(error_on_submission({execute(2, "w0!9", "0-1")}),
            "scheduler: at 2 s it names a job w0!9, which was never submitted");
  EXPECT_EQ(error_on_submission({execute(2, "w0!1", "0")}),
            "scheduler: at 2 s it starts job w0!1 on 1 resources, which asks for 2");
  EXPECT_EQ(error_on_submission({execute(2, "w0!1", "0-1"), execute(2, "w0!1", "0 2")}),
            "scheduler: at 2 s it decides on job w0!1, which runs already");
  EXPECT_EQ(error_on_submission({event(2, "REJECT_JOB", {{"job_id", "w0!1"}}), execute(2, "w0!1", "0 2")}),
            "scheduler: at 2 s it decides on job w0!1, which does not wait any more");
  EXPECT_EQ(error_on_submission({event(2, "KILL_JOB", {{"job_ids", {"w0!1"}}})}),
            "scheduler: at 2 s it ends job w0!1, which does not run yet");
  EXPECT_EQ(
      error_with(Script().on("JOB_SUBMITTED", {execute(2, "w0!1", "0-1")}).on("NOTIFY", {execute(3, "w0!2", "1")})),
      "scheduler: at 3 s it starts job w0!2 on resource 1, which is in use");
  EXPECT_EQ(error_with(Script().on("JOB_SUBMITTED", {execute(2, "w0!1", "0-1")}), {{Seconds(1), 0, Seconds(5)}}),
            "scheduler: at 2 s it starts job w0!1 on resource 0, which is unavailable, as it was told");
  EXPECT_EQ(
      error_on_submission({event(2, "QUERY", {{"requests", {{"consumed_energy", json::object()}}}})}),
      "the scheduler asks what energy was consumed, and it is not known what nodes draw: that is \"power\" of the "
      "centre");
}

TEST(OutsideScheduler, StopsTheSimulationWhereItAnswersWhatIsNoAnswer) {
  const auto error_of = [](const std::string& answer) { return error_with([=](const auto&) { return answer; }); };
  const std::string begin = "scheduler: at 0 s it answers what ";
  EXPECT_EQ(error_of("hello"), begin + "is no JSON: hello");
  EXPECT_EQ(error_of("[]"), begin + R"(cannot be done: the whole has no "now")");
  EXPECT_EQ(error_of(R"({"now": -1, "events": []})"), begin + "cannot be done: /now is before 0 s, when it was asked");
  EXPECT_EQ(error_of(R"({"now": 1, "events": {}})"), begin + "cannot be done: /events must be a list");
  EXPECT_EQ(error_of(R"({"now": 1, "events": [{"timestamp": 2, "type": "NOTIFY", "data": {}}]})"),
            begin +
                "cannot be done: /events/0/timestamp must be from 0 to 1 s, after the one before and until \"now\"");
  EXPECT_EQ(error_of(R"({"now": 1, "events": [{"timestamp": 1, "type": "REGISTER_JOB", "data": {}}]})"),
            begin + "cannot be done: /events/0/type is \"REGISTER_JOB\"; here a scheduler may EXECUTE_JOB, REJECT_JOB, "
                    "KILL_JOB, CALL_ME_LATER, and QUERY consumed_energy");
  for (const char* wrong : {"", "x", "3", "2-1", "-1", "0-", "0 0-1"})
    EXPECT_THAT(error_of(json{{"now", 1}, {"events", json::array({execute(1, "w0!1", wrong)})}}.dump()),
                StartsWith(begin + "cannot be done: /events/0/data/alloc must name resources"))
        << wrong;
}

TEST(OutsideScheduler, IsNotAskedForEver) {
  const auto always = [](const std::string& text) {
    const json now = json::parse(text).at("now");
    return json{{"now", now}, {"events", json::array({event(now, "CALL_ME_LATER", {{"timestamp", now}})})}}.dump();
  };
  EXPECT_THAT(error_with(always), HasSubstr("has been asked 10000 times, and does not go on"));
  const auto later = [](const std::string& text) {
    const double now = json::parse(text).at("now");
    return json{{"now", now}, {"events", json::array({event(now, "CALL_ME_LATER", {{"timestamp", now + 1}})})}}.dump();
  };
  const History history = simulate_with(later, {job(0, 10, 1)}, test::rules_of(1, "rerun"));
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
}

TEST(OutsideScheduler, ObjectsToWhatItWouldNotKnowOf) {
  scenario::Scenario scenario;
  scenario::Centre& centre = scenario.centre.emplace();
  const auto pointers = [&] {
    std::vector<std::string> all;
    for (const scenario::Problem& one : objections_to_centre(scenario, "s.json")) all.push_back(one.pointer);
    return all;
  };
  for (const char* address : {"tcp://localhost:28000", "tcp://127.0.0.1:1", "ipc:///tmp/s"}) {
    centre.queue = address;
    EXPECT_THAT(pointers(), IsEmpty()) << address;
  }
  for (const char* address :
       {"tcp://localhost", "tcp://:28000", "tcp://a:0", "tcp://a:65536", "ipc://", "http://a:1"}) {
    centre.queue = address;
    EXPECT_THAT(pointers(), ElementsAre("/centre/queue")) << address;
  }
  centre.queue = "tcp://localhost:28000";
  centre.queue_parameters.order = "sjf";
  centre.partitions.emplace_back();
  centre.reservations.emplace_back();
  centre.power.emplace().caps.emplace_back();
  centre.flexible.malleable = 0.5;
  centre.spares.emplace().method = "0d";
  centre.urgent.emplace().policy = "kill";
  EXPECT_THAT(pointers(),
              ElementsAre("/centre/queue/order", "/centre/partitions", "/centre/reservations", "/centre/power/cap",
                          "/centre/flexible", "/centre/spares", "/centre/urgent/policy"));
}

// --- Over ZeroMQ

/// Answers at an address until the simulation ends, or so many messages.
class Served {
public:
  explicit Served(const std::string& address, int most = 1 << 30)
      : context_(zmq_ctx_new()), socket_(zmq_socket(context_, ZMQ_REP)) {
    EXPECT_EQ(zmq_bind(socket_, address.c_str()), 0);
    thread_ = std::thread([this, most] { serve(most); });
  }
  ~Served() {
    thread_.join();
    zmq_ctx_term(context_);
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

private:
  void serve(int most) {
    BatsimScheduler scheduler(BatsimScheduler::Discipline::easy);
    for (int answered = 0; !scheduler.has_ended() && answered < most; ++answered) {
      std::vector<char> message(1 << 20);
      const int size = zmq_recv(socket_, message.data(), message.size(), 0);
      const std::string answer = scheduler.answer({message.data(), static_cast<std::size_t>(size)});
      zmq_send(socket_, answer.data(), answer.size(), 0);
    }
    zmq_close(socket_);
  }

  void* context_;
  void* socket_;
  std::thread thread_;
};

class AtAnAddress : public testing::Test {
protected:
  const TemporaryFolder folder_{};
  const std::string address_ = "ipc://" + (folder_.path() / "socket").string();

  results::Result run(const std::string& queue) {
    const std::filesystem::path log = folder_.path() / "jobs.swf";
    std::ofstream file(log);
    for (int i = 1; i <= 60; ++i)
      file << fmt::format("{} {} -1 {} {} -1 -1 {} {} -1 1 1 1 1 1 -1 -1 -1\n", i, 10 * i, 30 + 37 * i % 90,
                          1 + 7 * i % 5, 1 + 7 * i % 5, 200);
    file.close();
    scenario::Scenario scenario;
    scenario.machine.nodes = 6;
    scenario.centre.emplace().log = log;
    scenario.centre->queue = queue;
    return test::result_of(scenario);
  }
};

TEST_F(AtAnAddress, ASchedulerDecidesAsDarumasOwn) {
  const results::Result own = run("easy");
  for (int again = 0; again < 3; ++again) {
    const Served scheduler(address_);
    const results::Result result = run(address_);
    EXPECT_EQ(result.metrics, own.metrics);
  }
}

TEST_F(AtAnAddress, ASchedulerThatGoesAwayIsNamed) {
  const Served scheduler(address_, 5);
  try {
    run(address_);
    FAIL() << "nobody decided";
  } catch (const PolicyError& error) {
    EXPECT_EQ(error.what(), address_ + ": the scheduler went away before it answered");
  }
}

} // namespace
} // namespace daruma::batch
