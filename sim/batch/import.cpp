#include "sim/batch/import.hpp"

#include "sim/batch/centre_tables.hpp"
#include "sim/batch/host_list.hpp"
#include "sim/batch/imported_dependencies.hpp"
#include "sim/batch/pools.hpp"
#include "sim/core/number.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <utility>

namespace daruma::batch {

namespace {

/// Jobs that occupy processors or nodes between two times.
struct Occupation {
  Seconds begin;
  Seconds end;
  int size;
};

/// The most that were ever occupied together; who ends makes room for who begins at the same time.
long long peak_of(const std::vector<Occupation>& all) {
  std::vector<std::pair<Seconds, int>> steps;
  for (const Occupation& one : all) {
    steps.emplace_back(one.begin, one.size);
    steps.emplace_back(one.end, -one.size);
  }
  std::sort(steps.begin(), steps.end());
  long long now = 0;
  long long most = 0;
  for (const auto& [time, change] : steps) most = std::max(most, now += change);
  return most;
}

int rounded_up(long long number, int unit) { return static_cast<int>((number + unit - 1) / unit); }

using scenario::counted;

/// What becomes of them here.
const std::string partitions_are = ": orders of the queue know them by number; their limits and nodes are not in the "
                                   "file, and every job may use every node";

/// Says which jobs the machine is too small for, and leaves them out.
void leave_out_wide(ImportedCentre& centre, const std::vector<int>& sizes) {
  const long long cores = static_cast<long long>(centre.nodes) * centre.cores;
  const auto wide = std::count_if(sizes.begin(), sizes.end(), [=](int size) { return size > cores; });
  if (wide == 0) return;
  centre.widest = static_cast<int>(cores);
  centre.notes.push_back(fmt::format("{} more than the machine's {} and will be left out (\"widest\")",
                                     wide == 1 ? "1 job needs" : fmt::format("{} jobs need", wide),
                                     counted(cores, "core")));
}

void finish_machine(ImportedCentre& centre, const KnownMachine& known, const std::string& how) {
  centre.notes.push_back(fmt::format("machine: {} of {}; {}", counted(centre.nodes, "node"),
                                     counted(centre.cores, "core"),
                                     known.nodes > 0 && known.cores > 0 ? "as told" : how));
}

} // namespace

// From Slurm's accounting.

namespace {

/// Names by their numbers, from 1 on; 0 is none.
class Numbering {
public:
  int number_of(const std::string& name) {
    if (name.empty()) return 0;
    const auto [entry, is_new] = numbers_.emplace(name, static_cast<int>(names_.size()) + 1);
    if (is_new) names_.push_back(name);
    return entry->second;
  }
  const std::vector<std::string>& names() const { return names_; }

private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

/// 0: no job has both processors and nodes.
int cores_of_node(const Accounting& all) {
  int most = 0;
  for (const AccountedJob& job : all.jobs)
    if (job.nodes > 0 && job.processors > 0) most = std::max(most, rounded_up(job.processors, job.nodes));
  return most;
}

Seconds start_of(const AccountedJob& job) { return job.start.value_or(job.submit); }

/// Processors are known, or all of a job's nodes are its own.
int processors_of(const AccountedJob& job, int cores) {
  return job.processors > 0 ? job.processors : job.nodes * cores;
}

/// The most that were ever occupied together by jobs of that size.
template <class Size> long long peak_of(const Accounting& all, Size&& size_of) {
  std::vector<Occupation> occupied;
  occupied.reserve(all.jobs.size());
  for (const AccountedJob& job : all.jobs) occupied.push_back({start_of(job), start_of(job) + job.run, size_of(job)});
  return peak_of(occupied);
}

/// Jobs may share nodes, so that without their names the nodes are as many as were needed at once.
void find_machine(ImportedCentre& centre, const Accounting& all, const KnownMachine& known) {
  const int most = cores_of_node(all);
  centre.cores = known.cores > 0 ? known.cores : std::max(1, most);
  const std::string cores =
      most > 0 ? "cores: the most that a job had on one of its nodes"
               : "cores: one, as no job has both processors (AllocCPUS) and nodes (NNodes, NodeList): --cores tells";
  if (known.nodes > 0) {
    centre.nodes = known.nodes;
    return finish_machine(centre, known, cores);
  }
  if (!all.nodes.empty()) {
    centre.nodes = static_cast<int>(all.nodes.size());
    return finish_machine(centre, known, "nodes: those that NodeList names; " + cores);
  }
  const auto size_of = [&](const AccountedJob& job) { return processors_of(job, centre.cores); };
  centre.nodes = std::max(1, rounded_up(peak_of(all, size_of), centre.cores));
  for (const AccountedJob& job : all.jobs)
    centre.nodes = std::max({centre.nodes, job.nodes, rounded_up(size_of(job), centre.cores)});
  const bool is_known_by_nodes = peak_of(all, [](const AccountedJob& job) { return job.nodes; }) <= centre.nodes;
  finish_machine(
      centre, known,
      fmt::format("nodes: as many as the processors that were busy at once fill{}, as there is no NodeList; {}",
                  is_known_by_nodes ? "" : " (jobs shared nodes)", cores));
}

/// The most that a job had on one of its nodes, each with as much of it.
void find_stock(ImportedCentre& centre, const Accounting& all) {
  double memory = 0;
  for (const AccountedJob& job : all.jobs) {
    const int nodes = job.nodes > 0 ? job.nodes : rounded_up(processors_of(job, centre.cores), centre.cores);
    memory = std::max(memory, std::ceil(job.memory.value() / nodes));
    centre.gpus = std::max(centre.gpus, rounded_up(job.gpus, nodes));
  }
  centre.memory = Bytes(memory);
  std::string told = memory > 0 ? to_text(centre.memory) + " of memory" : "";
  if (centre.gpus > 0) told += (told.empty() ? "" : " and ") + counted(centre.gpus, "GPU");
  if (!told.empty())
    centre.notes.push_back(fmt::format("a node has {}: the most that a job had on one of its nodes; all are taken to "
                                       "have as much, as the file does not say which have less",
                                       told));
}

/// As SWF has it: 1 is completed, 0 failed, 5 cancelled.
int status_of(const std::string& state) {
  if (state.empty()) return -1;
  if (state == "COMPLETED") return 1;
  return state == "CANCELLED" || state == "REVOKED" || state == "REQUEUED" ? 5 : 0;
}

struct Numberings {
  Numbering users;
  Numbering accounts;
  Numbering partitions;
  Numbering qualities;
  Numbering job_names;
};

/// In whole kilobytes for each of so many processors.
std::string memory_field(const AccountedJob& job, int processors) {
  const double each = std::floor(job.memory.value() / processors / 1024);
  return each > 0 ? shortest(each) : "-1";
}

std::string swf_line(const AccountedJob& job, Seconds first, const ImportedCentre& centre, Numberings& names) {
  const auto or_none = [](int value) { return value > 0 ? value : -1; };
  const std::string wait = job.start ? shortest((*job.start - job.submit).count()) : "-1";
  const int processors = processors_of(job, centre.cores);
  return fmt::format("{} {} {} {} {} -1 -1 {} {} {} {} {} {} {} {} {} -1 -1{}\n", job.number,
                     shortest((job.submit - first).count()), wait, shortest(job.run.count()), processors,
                     or_none(job.asked_processors), job.limit ? shortest(job.limit->count()) : "-1",
                     memory_field(job, processors), status_of(job.state), or_none(names.users.number_of(job.user)),
                     or_none(names.accounts.number_of(job.account)), or_none(names.job_names.number_of(job.name)),
                     or_none(names.qualities.number_of(job.qos)), or_none(names.partitions.number_of(job.partition)),
                     centre.gpus > 0 ? fmt::format(" {}", job.gpus) : "");
}

std::string names_text(const char* what, const Numbering& names) {
  std::string text;
  int number = 0;
  for (const std::string& name : names.names()) text += fmt::format("; {}{} {}\n", what, ++number, name);
  return text;
}

std::string swf_of(const Accounting& all, ImportedCentre& centre, Numberings& names) {
  const Seconds first = all.jobs.front().submit;
  std::string jobs;
  for (const AccountedJob& job : all.jobs) jobs += swf_line(job, first, centre, names);
  std::string head = fmt::format("; Version: 2.2\n; Computer: {}\n; Conversion: daruma import sacct\n; MaxJobs: {}\n"
                                 "; MaxRecords: {}\n; UnixStartTime: {}\n; MaxNodes: {}\n; MaxProcs: {}\n",
                                 centre.name, all.jobs.size(), all.jobs.size(), shortest(first.count()), centre.nodes,
                                 static_cast<long long>(centre.nodes) * centre.cores);
  if (centre.gpus > 0) head += "; GPUs: field 19\n";
  head += names_text("Partition: ", names.partitions) + names_text("Queue: ", names.qualities);
  const ImportedDependencies dependencies = import_dependencies(all);
  centre.notes.insert(centre.notes.end(), dependencies.notes.begin(), dependencies.notes.end());
  head += "; Note: a queue is a quality of service, a group an account, a program a job's name\n";
  return head + names_text("Note: user ", names.users) + names_text("Note: group ", names.accounts) +
         names_text("Note: program ", names.job_names) + dependencies.comments + jobs;
}

void tell_jobs(const Accounting& all, ImportedCentre& centre) {
  std::vector<std::string> states;
  states.reserve(all.by_state.size());
  for (const auto& [state, count] : all.by_state)
    states.push_back(fmt::format("{} {}", count, state.empty() ? "of unknown state" : state));
  centre.notes.push_back(
      fmt::format("{}: {}", counted(static_cast<long long>(all.jobs.size()), "job"), fmt::join(states, ", ")));
  const auto tell = [&](int count, const char* what) {
    if (count > 0) centre.notes.push_back(fmt::format("{}: {}", what, count));
  };
  tell(all.steps, "steps, which are parts of their jobs");
  tell(all.array_tasks, "tasks of arrays, each a job of its own");
  tell(all.parts, "parts of heterogeneous jobs, which here need not start together");
  tell(all.again, "jobs that were put into the queue again, each run a job of its own");
  tell(all.renumbered, "jobs that have a number of their own in the log, as Slurm's is none (JobIDRaw would be one) or "
                       "an earlier run has it");
  const auto count = [&](auto is_meant) {
    return static_cast<int>(std::count_if(all.jobs.begin(), all.jobs.end(), is_meant));
  };
  tell(count([](const AccountedJob& job) { return !job.is_submission_known; }),
       "jobs without Submit or Eligible, which come when they started: the log has no waits of theirs");
  tell(count([](const AccountedJob& job) { return !job.limit; }),
       "jobs without a limit of their time, of which the queue knows exactly how long they run");
  const auto failed = all.by_state.find("NODE_FAIL");
  if (failed != all.by_state.end())
    tell(failed->second, "jobs that a node's failure ended, and that run until then also where none fails");
  for (const std::string& sentence : all.left_out.sentences("the file")) centre.notes.push_back(sentence);
}

/// Nodes are numbered in the order of their names.
std::string numbers_of(const NodeNames& some, const NodeNames& all) {
  Places places;
  int number = 0;
  for (const std::string& name : all) {
    if (some.count(name) > 0) places.add(number, 1);
    ++number;
  }
  return node_ranges(places);
}

/// The processors of the widest job of each partition.
std::map<std::string, int> widest_of_partitions(const Accounting& all, int cores) {
  std::map<std::string, int> widest;
  for (const AccountedJob& job : all.jobs)
    widest[job.partition] = std::max(widest[job.partition], processors_of(job, cores));
  return widest;
}

/// As a scenario may have it; otherwise its number has to do.
std::string partition_name(const std::string& name, int number) {
  const auto is_allowed = [](unsigned char letter) { return std::isalnum(letter) != 0 || std::strchr("_.-", letter); };
  return name.size() <= 40 && std::all_of(name.begin(), name.end(), is_allowed) ? name
                                                                                : fmt::format("partition-{}", number);
}

/// With the nodes that NodeList names for their jobs. A partition for which it names too few has all; so has that of
/// jobs in none.
void find_partitions(ImportedCentre& centre, const Accounting& all, const Numbering& names) {
  const auto count = static_cast<int>(names.names().size());
  if (count == 0) return;
  const bool are_nodes_known = !all.nodes.empty() && static_cast<int>(all.nodes.size()) <= centre.nodes;
  if (!are_nodes_known) {
    centre.notes.push_back(counted(count, "partition") + partitions_are);
    return;
  }
  if (count >= Pools::most_partitions) {
    centre.notes.push_back(fmt::format("{} partitions, more than a centre can have ({}): every job may use every node",
                                       count, Pools::most_partitions - 1));
    return;
  }
  const auto widest = widest_of_partitions(all, centre.cores);
  std::vector<std::string> told;
  int number = 0;
  for (const std::string& name : names.names()) {
    const auto found = all.nodes_of.find(name);
    const auto nodes = found == all.nodes_of.end() ? 0 : static_cast<int>(found->second.size());
    const bool is_enough = static_cast<long long>(nodes) * centre.cores >= widest.at(name);
    const bool has_all = !is_enough || nodes == centre.nodes;
    ++number;
    centre.partitions.push_back(
        {partition_name(name, number), number, has_all ? "" : numbers_of(found->second, all.nodes)});
    told.push_back(fmt::format("{} on {}", name, has_all ? "all nodes" : counted(nodes, "node")));
  }
  if (widest.count("") > 0) centre.partitions.push_back({"in-no-partition", number + 1, "", true});
  const auto is_whole = [](const ImportedPartition& one) { return one.nodes.empty(); };
  if (std::all_of(centre.partitions.begin(), centre.partitions.end(), is_whole)) centre.partitions.clear();
  centre.notes.push_back(fmt::format("{}, {}: those that NodeList names for its jobs; limits are not in the file",
                                     counted(count, "partition"), fmt::join(told, ", ")));
}

void tell_names(const Accounting& all, const Numberings& names, ImportedCentre& centre) {
  const auto told = [](const Numbering& some, const char* noun) {
    return counted(static_cast<long long>(some.names().size()), noun);
  };
  std::string whose = told(names.users, "user");
  if (names.job_names.names().empty())
    whose += " and " + told(names.accounts, "account");
  else
    whose += ", " + told(names.accounts, "account") + " and " + told(names.job_names, "job name");
  centre.notes.push_back(whose + ", by number in the log, which names them at its head");
  if (!all.unused.empty())
    centre.notes.push_back(fmt::format("columns that are not used: {}", fmt::join(all.unused, ", ")));
}

} // namespace

ImportedCentre import_sacct(const Accounting& all, const std::string& name, const KnownMachine& known) {
  ImportedCentre centre;
  centre.name = name;
  centre.description = "Jobs of Slurm's accounting, taken over by daruma import sacct.";
  tell_jobs(all, centre);
  find_machine(centre, all, known);
  find_stock(centre, all);
  std::vector<int> sizes;
  sizes.reserve(all.jobs.size());
  for (const AccountedJob& job : all.jobs) sizes.push_back(processors_of(job, centre.cores));
  leave_out_wide(centre, sizes);
  Numberings names;
  centre.swf = swf_of(all, centre, names);
  tell_names(all, names, centre);
  find_partitions(centre, all, names.partitions);
  if (static_cast<int>(all.nodes.size()) == centre.nodes)
    centre.node_names = host_list_of({all.nodes.begin(), all.nodes.end()});
  return centre;
}

// From a log in the Standard Workload Format.

namespace {

/// The number at the head of a log under that name; 0: there is none.
int head_number(const JobLog& log, const char* key) {
  const auto found = std::find_if(log.head.begin(), log.head.end(), [=](const auto& line) { return line.key == key; });
  if (found == log.head.end()) return 0;
  const std::string_view text = found->text;
  return std::max(0, number_in<int>(text.substr(0, text.find(' '))).value_or(0));
}

long long peak_of_log(const JobLog& log) {
  std::vector<Occupation> all;
  for (const LoggedJob& job : log.jobs) {
    const Seconds start = job.submit + job.wait.value_or(Seconds(0));
    all.push_back({start, start + job.run, job.processors});
  }
  return peak_of(all);
}

void find_machine(ImportedCentre& centre, const JobLog& log, const KnownMachine& known) {
  const int processors = head_number(log, "MaxProcs");
  const int nodes = known.nodes > 0 ? known.nodes : head_number(log, "MaxNodes");
  if (known.cores > 0 && (nodes > 0 || processors > 0)) {
    centre.cores = known.cores;
    centre.nodes = nodes > 0 ? nodes : rounded_up(processors, known.cores);
    return finish_machine(centre, known, "nodes: as the log's head says");
  }
  if (nodes > 0 && processors >= nodes && processors % nodes == 0) {
    centre.nodes = nodes;
    centre.cores = processors / nodes;
    return finish_machine(centre, known, "as MaxNodes and MaxProcs say at the log's head");
  }
  centre.cores = 1;
  if (nodes == 0 && processors == 0) {
    centre.nodes = static_cast<int>(std::max(1LL, peak_of_log(log)));
    return finish_machine(centre, known, "as many as were busy at once, as the log's head says nothing");
  }
  centre.nodes = std::max(nodes, processors);
  finish_machine(centre, known, "the log's head does not say how many cores each node has, so that each is a node");
}

} // namespace

ImportedCentre import_swf(const JobLog& log, const std::string& name, const KnownMachine& known) {
  ImportedCentre centre;
  centre.name = name;
  centre.description = "Jobs of a log in the Standard Workload Format, taken over by daruma import swf.";
  centre.notes.push_back(counted(static_cast<long long>(log.jobs.size()), "job"));
  for (const std::string& sentence : log.left_out.sentences("the file")) centre.notes.push_back(sentence);
  for (const std::string& sentence : on_incomplete(log, "the file")) centre.notes.push_back(sentence);
  find_machine(centre, log, known);
  std::vector<int> sizes;
  std::map<int, int> users;
  std::map<int, int> partitions;
  for (const LoggedJob& job : log.jobs) {
    sizes.push_back(job.processors);
    ++users[job.account.user];
    ++partitions[job.account.partition];
  }
  leave_out_wide(centre, sizes);
  users.erase(0);
  partitions.erase(0);
  centre.notes.push_back(counted(static_cast<long long>(users.size()), "user") + ", by number");
  if (!partitions.empty())
    centre.notes.push_back(counted(static_cast<long long>(partitions.size()), "partition") + partitions_are);
  return centre;
}

namespace {

void write_partitions(results::JsonWriter& json, const std::vector<ImportedPartition>& partitions) {
  json.key("partitions").begin_list();
  for (const ImportedPartition& one : partitions) {
    json.begin_object().member("name", one.name).member("number", one.number);
    if (!one.nodes.empty()) json.member("nodes", one.nodes);
    if (one.is_default) json.member("default", true);
    json.end_object();
  }
  json.end_list();
}

void write_node(results::JsonWriter& json, const ImportedCentre& centre) {
  json.key("node").begin_object();
  if (centre.memory > Bytes(0)) json.member("memory", shortest(centre.memory.value()) + "B");
  if (centre.gpus > 0) json.member("gpus", centre.gpus);
  json.end_object();
}

} // namespace

std::string scenario_of(const ImportedCentre& centre, const std::string& log) {
  results::JsonWriter json(3);
  json.begin_object().member("name", centre.name).member("description", centre.description);
  json.key("machine").begin_object().member("nodes", centre.nodes).member("cores", centre.cores).end_object();
  json.key("centre").begin_object().member("log", log).member("queue", "easy");
  if (!centre.node_names.empty()) json.member("node_names", centre.node_names);
  if (centre.widest > 0) json.member("widest", centre.widest);
  if (!centre.partitions.empty()) write_partitions(json, centre.partitions);
  if (centre.memory > Bytes(0) || centre.gpus > 0) write_node(json, centre);
  json.end_object().end_object();
  return json.take() + "\n";
}

} // namespace daruma::batch
