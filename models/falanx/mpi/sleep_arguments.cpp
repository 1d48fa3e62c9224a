#include "models/falanx/mpi/sleep_arguments.hpp"

#include <stdexcept>

namespace daruma::models::falanx {
namespace {

bool is_scheduler(std::string_view name) { return find_scheduler(name) != nullptr; }

const char* schedulers_in_words() {
  static const std::string words = [] {
    std::string text;
    for (const SchedulerKind& kind : schedulers())
      text += (text.empty() ? "\"" : " or \"") + std::string(kind.name) + "\"";
    return text;
  }();
  return words.c_str();
}

namespace arguments {
constexpr ArgumentRule tasks{"tasks", ArgumentKind::count,
                             assumed("100", "small; the paper's bag has 10000, which its scenario says"),
                             "Tasks in the bag."};
constexpr ArgumentRule length{"length", ArgumentKind::duration,
                              cited("1s", "Falanx, Table 2: the shorter of its two lengths"),
                              "How long a task sleeps."};
constexpr ArgumentRule priorities{"priorities", ArgumentKind::count,
                                  assumed("1", "all tasks are alike in the paper's experiment"),
                                  "Task i has priority i modulo this."};
constexpr ArgumentRule input{
    "input", ArgumentKind::message_size,
    assumed("64B", "the paper does not say what a sleeping task reads; no more than its length"),
    "Size of a task's input."};
constexpr ArgumentRule output{"output", ArgumentKind::message_size,
                              assumed("64B", "the paper does not say what a sleeping task writes"),
                              "Size of a task's output."};
constexpr ArgumentRule on_failure{
    "on_failure", ArgumentKind::word,
    cited("resubmit", "Falanx, section 2.2: the application resubmits a lost task or drops it"),
    "What becomes of a task that was lost with its worker.", "\"resubmit\" or \"drop\""};
constexpr ArgumentRule workers{"workers", ArgumentKind::count,
                               assumed("4", "small; the paper has 20, which its scenario says"),
                               "Workers that run tasks."};
constexpr ArgumentRule group_size{"group_size", ArgumentKind::count, assumed("1", "a task that sleeps needs one rank"),
                                  "Ranks of a worker."};
constexpr ArgumentRule group_spares{"group_spares", ArgumentKind::number,
                                    assumed("0", "the paper's experiment has none"), "Spare ranks of a worker."};
constexpr ArgumentRule data_nodes{
    "data_nodes", ArgumentKind::count,
    assumed("2", "the least at which a datum has a second copy; the paper has 4, which its scenario says"),
    "Ranks that store data."};
constexpr ArgumentRule watchdogs{"watchdogs", ArgumentKind::number,
                                 assumed("0", "planned in the paper, and not part of its experiment"),
                                 "Ranks that watch the workers."};
constexpr ArgumentRule servers{"servers", ArgumentKind::number,
                               cited("1", "Falanx, section 3.1: one rank is the task queue server"),
                               "Ranks that serve the task queue."};
constexpr ArgumentRule server_time{"server_time", ArgumentKind::duration,
                                   assumed("0s", "only messages cost unless a scenario says otherwise"),
                                   "What the task queue takes for a request."};
constexpr ArgumentRule data_node_time{"data_node_time", ArgumentKind::duration,
                                      assumed("0s", "only messages cost unless a scenario says otherwise"),
                                      "What a data node takes for a request."};
constexpr ArgumentRule startup{"startup", ArgumentKind::duration,
                               assumed("0s", "only messages cost unless a scenario says otherwise"),
                               "What starting the processes takes besides."};
constexpr ArgumentRule master_time{"master_time", ArgumentKind::duration,
                                   assumed("0s", "only messages cost unless a scenario says otherwise"),
                                   "What the master takes to serve a worker that has reported."};
ArgumentRule scheduler() {
  return {"scheduler",
          ArgumentKind::word,
          cited("task-queue-server", "Falanx, Table 2: what its highly available scheduler is compared with"),
          "Who hands out the tasks.",
          schedulers_in_words(),
          is_scheduler};
}
} // namespace arguments

int whole(const Arguments& given, const ArgumentRule& rule) { return std::stoi(value_of(given, rule)); }
Seconds time(const Arguments& given, const ArgumentRule& rule) { return parse_seconds(value_of(given, rule)).value(); }
Bytes size(const Arguments& given, const ArgumentRule& rule) { return parse_bytes(value_of(given, rule)).value(); }

Roles roles_of(const Arguments& given) {
  return {1,
          whole(given, arguments::servers),
          whole(given, arguments::watchdogs),
          whole(given, arguments::data_nodes),
          whole(given, arguments::workers),
          whole(given, arguments::group_size),
          whole(given, arguments::group_spares)};
}

std::string counted(int count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string in_words(const Roles& roles) {
  std::string text = "1 rank of main logic, " + counted(roles.servers, "server", "servers") + ", " +
                     counted(roles.watchdogs, "WatchDog", "WatchDogs") + ", " +
                     counted(roles.data_nodes, "data node", "data nodes") + " and " +
                     counted(roles.groups, "worker", "workers") + " of " + counted(roles.group_size, "rank", "ranks");
  if (roles.spares > 0) text += " with " + counted(roles.spares, "spare", "spares");
  return text;
}

/// Products of the arguments may be beyond an int.
double ranks_of(const Roles& roles) {
  return 1.0 + roles.servers + roles.watchdogs + roles.data_nodes +
         roles.groups * (static_cast<double>(roles.group_size) + roles.spares);
}

} // namespace

std::vector<ArgumentRule> sleep_argument_rules() {
  return {arguments::tasks,        arguments::length,      arguments::priorities,     arguments::input,
          arguments::output,       arguments::on_failure,  arguments::workers,        arguments::group_size,
          arguments::group_spares, arguments::data_nodes,  arguments::watchdogs,      arguments::scheduler(),
          arguments::servers,      arguments::server_time, arguments::data_node_time, arguments::startup};
}

std::string sleep_mismatch(const Arguments& given, const JobShape& job) {
  if (job.spares > 0) return "\"falanx-sleep\" has no use for \"spares\" of the job: its groups have \"group_spares\"";
  const SchedulerKind& kind = *find_scheduler(value_of(given, arguments::scheduler()));
  if (kind.servers != whole(given, arguments::servers))
    return "argument \"servers\" must be " + std::to_string(kind.servers) + " for the scheduler \"" +
           std::string(kind.name) + "\", got " + value_of(given, arguments::servers);
  const Roles roles = roles_of(given);
  const double needed = ranks_of(roles);
  if (needed == job.ranks) return "";
  return in_words(roles) + " make \"ranks\": " + std::to_string(static_cast<std::int64_t>(needed)) + ", the job has " +
         std::to_string(job.ranks);
}

SleepOrder sleep_order(const Arguments& given) {
  return {roles_of(given),
          find_scheduler(value_of(given, arguments::scheduler())),
          {time(given, arguments::server_time), time(given, arguments::data_node_time)},
          time(given, arguments::startup),
          whole(given, arguments::tasks),
          time(given, arguments::length),
          whole(given, arguments::priorities),
          size(given, arguments::input),
          size(given, arguments::output),
          value_of(given, arguments::on_failure) == "drop" ? OnFailure::drop : OnFailure::resubmit};
}

SleepOrder read_sleep_order(int processes) {
  const Arguments given = given_arguments({"falanx-sleep", nullptr, sleep_argument_rules()});
  if (const std::string sentence = sleep_mismatch(given, {processes}); !sentence.empty())
    throw std::invalid_argument(sentence);
  return sleep_order(given);
}

std::vector<ArgumentRule> master_argument_rules() {
  return {arguments::tasks,  arguments::length,      arguments::input,
          arguments::output, arguments::master_time, arguments::startup};
}

std::string master_mismatch(const Arguments&, const JobShape& job) {
  if (job.spares > 0)
    return "\"master-worker\" has no use for \"spares\": with \"recovery\": \"spawn\" it starts workers";
  if (job.recovery == RecoveryStyle::spare) return "\"master-worker\" cannot recover by \"spare\", but by \"spawn\"";
  return job.ranks < 2 ? "a master and a worker make \"ranks\": 2, the job has 1" : "";
}

MasterOrder read_master_order() {
  const Arguments given = given_arguments({"master-worker", nullptr, master_argument_rules()});
  return {time(given, arguments::master_time), time(given, arguments::startup), whole(given, arguments::tasks),
          time(given, arguments::length),      size(given, arguments::input),   size(given, arguments::output)};
}

} // namespace daruma::models::falanx
