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
constexpr ArgumentRule tasks{"tasks", ArgumentKind::count, "100", "Tasks in the bag."};
constexpr ArgumentRule length{"length", ArgumentKind::duration, "1s", "How long a task sleeps."};
constexpr ArgumentRule priorities{"priorities", ArgumentKind::count, "1", "Task i has priority i modulo this."};
constexpr ArgumentRule input{"input", ArgumentKind::message_size, "64B", "Size of a task's input."};
constexpr ArgumentRule output{"output", ArgumentKind::message_size, "64B", "Size of a task's output."};
constexpr ArgumentRule on_failure{"on_failure", ArgumentKind::word, "resubmit",
                                  "What becomes of a task that was lost with its worker.", "\"resubmit\" or \"drop\""};
constexpr ArgumentRule workers{"workers", ArgumentKind::count, "4", "Workers that run tasks."};
constexpr ArgumentRule group_size{"group_size", ArgumentKind::count, "1", "Ranks of a worker."};
constexpr ArgumentRule group_spares{"group_spares", ArgumentKind::number, "0", "Spare ranks of a worker."};
constexpr ArgumentRule data_nodes{"data_nodes", ArgumentKind::count, "2", "Ranks that store data."};
constexpr ArgumentRule watchdogs{"watchdogs", ArgumentKind::number, "0", "Ranks that watch the workers."};
constexpr ArgumentRule servers{"servers", ArgumentKind::number, "1", "Ranks that serve the task queue."};
constexpr ArgumentRule server_time{"server_time", ArgumentKind::duration, "0s",
                                   "What the task queue takes for a request."};
constexpr ArgumentRule data_node_time{"data_node_time", ArgumentKind::duration, "0s",
                                      "What a data node takes for a request."};
constexpr ArgumentRule startup{"startup", ArgumentKind::duration, "0s", "What starting the processes takes besides."};
ArgumentRule scheduler() {
  return {"scheduler",           ArgumentKind::word, "task-queue-server", "Who hands out the tasks.",
          schedulers_in_words(), is_scheduler};
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

std::string sleep_mismatch(const Arguments& given, int ranks, int spares) {
  if (spares > 0) return "\"falanx-sleep\" has no use for \"spares\" of the job: its groups have \"group_spares\"";
  const SchedulerKind& kind = *find_scheduler(value_of(given, arguments::scheduler()));
  if (kind.servers != whole(given, arguments::servers))
    return "argument \"servers\" must be " + std::to_string(kind.servers) + " for the scheduler \"" +
           std::string(kind.name) + "\", got " + value_of(given, arguments::servers);
  const Roles roles = roles_of(given);
  const double needed = ranks_of(roles);
  if (needed == ranks) return "";
  return in_words(roles) + " make \"ranks\": " + std::to_string(static_cast<std::int64_t>(needed)) + ", the job has " +
         std::to_string(ranks);
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
  if (const std::string sentence = sleep_mismatch(given, processes, 0); !sentence.empty())
    throw std::invalid_argument(sentence);
  return sleep_order(given);
}

} // namespace daruma::models::falanx
