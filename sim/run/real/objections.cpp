#include "sim/run/real/objections.hpp"

#include "sim/core/registry.hpp"

#include <algorithm>
#include <cstdlib>

namespace daruma::real {

namespace {

using scenario::Event;
using scenario::Job;

/// Processes that wait give their core away, but all have to be woken in turn: measured up to 32 on 2 cores.
constexpr int most_processes_per_core = 64;

constexpr const char* how_to_get_ulfm =
    " Open MPI 5 has ULFM: Debian 13 packages it, and .ci/debian13 shows how to run it beside Debian 12.";

const Job& find(const scenario::Scenario& scenario, const std::string& name) {
  return *find_named(scenario.jobs, name);
}

bool survives(const Job& job) { return job.recovery != scenario::RecoveryStyle::rerun; }

/// The job that an event takes processes from, if it is one that wants to go on without them.
const Job* wounded(const scenario::Scenario& scenario, const Event& event) {
  const Job* job = nullptr;
  if (const auto* kill = std::get_if<scenario::KillRanks>(&event.action)) job = &find(scenario, kill->job);
  if (const auto* kill = std::get_if<scenario::KillRandom>(&event.action)) job = &find(scenario, kill->job);
  if (const auto* kill = std::get_if<scenario::KillProcesses>(&event.action)) job = &find(scenario, kill->job);
  return job != nullptr && survives(*job) ? job : nullptr;
}

bool is_node_off(const Event& event) { return std::holds_alternative<scenario::NodeOff>(event.action); }

void about_failures(const scenario::Scenario& scenario, const Installation& mpi, std::vector<std::string>& sentences) {
  const bool any_survives = std::any_of(scenario.jobs.begin(), scenario.jobs.end(), survives);
  const std::string reason = ": " + mpi.version + " has no ULFM, so no job survives it." + how_to_get_ulfm;
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const Event& event = scenario.events[i];
    if (wounded(scenario, event) != nullptr || (is_node_off(event) && any_survives))
      sentences.push_back("/events/" + std::to_string(i) + " takes processes away" + reason);
  }
  if (scenario.failures && any_survives) sentences.push_back("/failures takes nodes away" + reason);
}

void about_growth(const scenario::Scenario& scenario, const Installation& mpi, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const auto* resize = std::get_if<scenario::Resize>(&scenario.events[i].action);
    if (resize == nullptr || resize->to <= find(scenario, resize->job).ranks) continue;
    sentences.push_back("/events/" + std::to_string(i) + "/to asks for more ranks: MPI_Comm_spawn fails under " +
                        mpi.version + ". Open MPI can do it: --on openmpi");
  }
}

void about_room(const scenario::Scenario& scenario, int cores_here, std::vector<std::string>& sentences) {
  const int most = cores_here * most_processes_per_core;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const int processes = scenario.jobs[i].ranks + scenario.jobs[i].spares;
    if (processes <= most) continue;
    sentences.push_back("/jobs/" + std::to_string(i) + " needs " + std::to_string(processes) +
                        " processes: this machine's cores, " + std::to_string(cores_here) + " of them, run at most " +
                        std::to_string(most) + ". Fewer \"ranks\" or a larger machine can do it");
  }
}

void about_stacks(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    if (scenario.jobs[i].stack != Job().stack)
      sentences.push_back("/jobs/" + std::to_string(i) +
                          "/stack is of simulated processes; those of an MPI have what \"ulimit -s\" says");
}

void about_ends(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    if (scenario.jobs[i].finalize_at_exit)
      sentences.push_back("/jobs/" + std::to_string(i) +
                          "/finalize_at_exit is simulated only: a real MPI's launcher ends a job that leaves so");
}

void about_error_handlers(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    if (scenario.jobs[i].initial_errhandler)
      sentences.push_back("/jobs/" + std::to_string(i) +
                          "/initial_errhandler is simulated only: not every MPI's launcher can be told of one");
}

void about_calls(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.events.size(); ++i)
    if (scenario.events[i].when.during)
      sentences.push_back("/events/" + std::to_string(i) +
                          "/during is simulated only: nobody sees the calls of a real MPI's processes");
}

/// The key of an event that only a simulated machine can be told to have; empty for others.
std::string simulated_only(const scenario::Action& action) {
  const bool is_of_processes =
      std::holds_alternative<scenario::SlowProcesses>(action) || std::holds_alternative<scenario::SlowRanks>(action);
  if (is_of_processes) return "slow";
  if (std::holds_alternative<scenario::SlowNode>(action)) return "slow_node";
  if (std::holds_alternative<scenario::SlowLink>(action)) return "slow_link";
  if (std::holds_alternative<scenario::Hang>(action)) return "hang";
  if (std::holds_alternative<scenario::FlipMessage>(action)) return "flip_message";
  if (std::holds_alternative<scenario::FlipArray>(action)) return "flip_array";
  if (std::holds_alternative<scenario::DenyMemory>(action)) return "deny_memory";
  if (std::holds_alternative<scenario::DelayMessage>(action)) return "delay_message";
  if (std::holds_alternative<scenario::DelayNews>(action)) return "delay_news";
  return std::holds_alternative<scenario::Partition>(action) ? "partition" : "";
}

void about_disturbances(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.events.size(); ++i)
    if (const std::string key = simulated_only(scenario.events[i].action); !key.empty())
      sentences.push_back("/events/" + std::to_string(i) + "/" + key +
                          " is simulated only: nobody disturbs this machine, its network and its memory");
}

void about_components(const scenario::Scenario& scenario, std::vector<std::string>& sentences) {
  for (std::size_t i = 0; i < scenario.events.size(); ++i)
    if (std::holds_alternative<scenario::BreakComponent>(scenario.events[i].action))
      sentences.push_back("/events/" + std::to_string(i) +
                          "/break is simulated only: parts of this machine stay sound");
  if (!scenario.breakdowns.empty())
    sentences.push_back("/breakdowns is simulated only: parts of this machine stay sound");
  if (scenario.centre) sentences.push_back("/centre runs with --fidelity fast only");
  if (scenario.manager) sentences.push_back("/manager is simulated only: who starts here is up to this machine's own");
  if (scenario.localisation) sentences.push_back("/localisation is simulated only");
}

} // namespace

std::vector<std::string> objections(const scenario::Scenario& scenario, const Installation& mpi, int cores_here) {
  std::vector<std::string> sentences;
  if (mpi.ulfm == Ulfm::absent) about_failures(scenario, mpi, sentences);
  if (mpi.family == Family::mpich) about_growth(scenario, mpi, sentences);
  about_calls(scenario, sentences);
  about_disturbances(scenario, sentences);
  about_components(scenario, sentences);
  if (scenario.background)
    sentences.push_back("/background is simulated only: other users' load is not put on this machine");
  if (scenario.tree_store && !std::getenv("DARUMA_ZOOKEEPER"))
    sentences.push_back("/tree_store is a ZooKeeper in a real run: the environment's DARUMA_ZOOKEEPER has to name its "
                        "servers, as 127.0.0.1:2181,127.0.0.1:2182,127.0.0.1:2183");
  if (scenario.tree_store && !scenario.tree_store->deaths.empty())
    sentences.push_back("/tree_store/deaths is simulated only: the servers of a ZooKeeper are not this run's to kill");
  about_stacks(scenario, sentences);
  about_ends(scenario, sentences);
  about_error_handlers(scenario, sentences);
  about_room(scenario, cores_here, sentences);
  return sentences;
}

} // namespace daruma::real
