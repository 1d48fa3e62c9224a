#include "sim/batch/sacct.hpp"

#include "sim/batch/bar_values.hpp"
#include "sim/batch/calendar.hpp"
#include "sim/batch/host_list.hpp"
#include "sim/batch/log_reader.hpp"
#include "sim/batch/slurm_command.hpp"
#include "sim/core/lower.hpp"
#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace daruma::batch {

namespace {

/// The columns that are read. Where several say the same, the first that a line has counts.
enum class Column {
  job_id,
  job_id_raw,
  submit,
  eligible,
  start,
  end,
  elapsed_raw,
  elapsed,
  alloc_cpus,
  ncpus,
  alloc_tres,
  req_cpus,
  req_tres,
  req_mem,
  nnodes,
  alloc_nodes,
  req_nodes,
  time_limit_raw,
  time_limit,
  state,
  user,
  uid,
  account,
  partition,
  qos,
  node_list,
  job_name,
  submit_line
};

/// In the order of the columns.
constexpr std::array<std::string_view, 28> column_names{
    "jobid",   "jobidraw",   "submit",    "eligible",     "start",     "end",     "elapsedraw",
    "elapsed", "alloccpus",  "ncpus",     "alloctres",    "reqcpus",   "reqtres", "reqmem",
    "nnodes",  "allocnodes", "reqnodes",  "timelimitraw", "timelimit", "state",   "user",
    "uid",     "account",    "partition", "qos",          "nodelist",  "jobname", "submitline"};

/// Where each column is.
class Heading {
public:
  Heading(std::string_view line, const LogReader& lines) : names_(bar_values(line)) {
    places_.fill(none);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto known = std::find(column_names.begin(), column_names.end(), lower(names_[i]));
      if (known != column_names.end())
        places_[static_cast<std::size_t>(known - column_names.begin())] = i;
      else if (!names_[i].empty())
        unused_.emplace_back(names_[i]);
    }
    check(lines);
  }

  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& unused() const { return unused_; }
  bool has(Column column) const { return place(column) != none; }
  /// Empty where there is no such column.
  std::string_view value(Column column, const std::vector<std::string_view>& values) const {
    return has(column) ? values[place(column)] : std::string_view();
  }

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t place(Column column) const { return places_[static_cast<std::size_t>(column)]; }

  bool has_any(std::initializer_list<Column> columns) const {
    return std::any_of(columns.begin(), columns.end(), [this](Column column) { return has(column); });
  }

  void check(const LogReader& lines) const {
    const char* const begin = "must begin with the names of sacct -P's columns";
    if (!has_any({Column::job_id, Column::job_id_raw}))
      lines.fail(fmt::format("{}, and needs JobID or JobIDRaw among them", begin));
    if (!has_any({Column::submit, Column::eligible, Column::start}))
      lines.fail("says of no job when it came: needs Submit, Eligible or Start");
    if (!has_any({Column::elapsed_raw, Column::elapsed}) && !(has(Column::start) && has(Column::end)))
      lines.fail("says of no job how long it ran: needs Elapsed, ElapsedRaw, or Start and End");
    if (!has_any({Column::alloc_cpus, Column::ncpus, Column::alloc_tres, Column::req_cpus, Column::req_tres,
                  Column::nnodes, Column::alloc_nodes, Column::req_nodes, Column::node_list}))
      lines.fail("says of no job how large it was: needs AllocCPUS, NCPUS, AllocTRES, ReqCPUS, ReqTRES, NNodes, "
                 "AllocNodes, ReqNodes or NodeList");
  }

  std::vector<std::string_view> names_;
  std::array<std::size_t, column_names.size()> places_{};
  std::vector<std::string> unused_;
};

bool is_unknown(std::string_view text) {
  return text.empty() || text == "Unknown" || text == "None" || text == "N/A" || text == "Invalid";
}

/// What is wrong with a line's value; the line is left out.
struct Odd {
  std::string why;
};

std::optional<Seconds> moment(std::string_view text, const char* name) {
  if (is_unknown(text)) return std::nullopt;
  const auto time = calendar_time(text);
  if (!time) throw Odd{fmt::format("what is no time in {}", name)};
  return time;
}

bool is_without_end(std::string_view text) { return text == "UNLIMITED" || text == "Partition_Limit"; }

std::optional<Seconds> duration(std::string_view text, const char* name) {
  if (is_unknown(text) || is_without_end(text)) return std::nullopt;
  const auto time = slurm_duration(text);
  if (!time) throw Odd{fmt::format("what is no time in {}", name)};
  return time;
}

/// 0 if it is not known.
int count(std::string_view text, const char* name) {
  if (is_unknown(text)) return 0;
  const auto number = number_in<int>(text);
  if (!number || *number < 0) throw Odd{fmt::format("what is no number in {}", name)};
  return *number;
}

/// How much of one resource a text such as "billing=4,cpu=4,mem=8G,node=1" says; empty if nothing.
std::string_view in_tres(std::string_view text, std::string_view resource) {
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    if (one.substr(0, one.find('=')) == resource && one.size() > resource.size())
      return one.substr(resource.size() + 1);
  }
  return "";
}

/// 0 if it has none.
int count_in_tres(std::string_view text, std::string_view resource) { return count(in_tres(text, resource), "TRES"); }

/// 0 if it is not known. Until 21.08 Slurm wrote behind it whether it is of each core ("c") or node ("n").
Bytes memory_of(std::string_view text, const AccountedJob& job, const char* name) {
  if (is_unknown(text)) return Bytes(0);
  const char of_each = text.back();
  if (of_each == 'c' || of_each == 'n') text.remove_suffix(1);
  const auto amount = slurm_memory(text);
  if (!amount) throw Odd{fmt::format("what is no memory in {}", name)};
  return *amount * (of_each == 'c' ? job.processors : of_each == 'n' ? job.nodes : 1);
}

int first_above_0(std::initializer_list<int> numbers) {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [](int number) { return number > 0; });
  return found == numbers.end() ? 0 : *found;
}

/// A time in whole or broken seconds, or nothing.
std::optional<Seconds> raw_seconds(std::string_view text, double unit, const char* name) {
  if (is_unknown(text) || is_without_end(text)) return std::nullopt;
  const auto number = number_in<double>(text);
  if (!number || !(*number >= 0) || *number > 1e12) throw Odd{fmt::format("what is no number in {}", name)};
  return Seconds(*number * unit);
}

/// The word before "by 1234".
std::string_view state_word(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  return word.empty() || word.back() != '+' ? word : word.substr(0, word.size() - 1);
}

bool is_over(std::string_view word) {
  constexpr std::array over{"COMPLETED", "FAILED",    "CANCELLED", "TIMEOUT",  "NODE_FAIL",     "OUT_OF_MEMORY",
                            "PREEMPTED", "BOOT_FAIL", "DEADLINE",  "REQUEUED", "LAUNCH_FAILED", "REVOKED"};
  return std::find(over.begin(), over.end(), word) != over.end();
}

bool is_open(std::string_view word) {
  constexpr std::array open{"PENDING",    "RUNNING",   "SUSPENDED", "RESIZING",     "CONFIGURING",
                            "COMPLETING", "STAGE_OUT", "SIGNALING", "SPECIAL_EXIT", "STOPPED"};
  return std::find(open.begin(), open.end(), word) != open.end();
}

/// Slurm's number of a job; 0, if it is none of at most nine digits, as of a task of an array.
int slurm_number(std::string_view text) {
  constexpr int most = 999999999;
  const int number = number_in<int>(text).value_or(0);
  return number > 0 && number <= most ? number : 0;
}

/// Gives those that have no number, or one that a job before has, the next beyond all: how many.
int number_others(std::vector<AccountedJob>& jobs) {
  std::unordered_set<int> taken;
  std::vector<AccountedJob*> others;
  int greatest = 0;
  for (AccountedJob& job : jobs) {
    greatest = std::max(greatest, job.number);
    if (job.number == 0 || !taken.insert(job.number).second) others.push_back(&job);
  }
  for (AccountedJob* job : others) job->number = ++greatest;
  return static_cast<int>(others.size());
}

bool has_names(std::string_view node_list) {
  return !is_unknown(node_list) && node_list != "None assigned" && node_list != "(null)";
}

class Reader {
public:
  explicit Reader(const Heading& heading) : heading_(heading) { accounting_.unused = heading.unused(); }

  void read(std::string_view line, int number) {
    const auto values = bar_values(line);
    try {
      if (values.size() != heading_.size()) throw Odd{"more or fewer values than columns (a \"|\" in one of them?)"};
      values_ = &values;
      take(number);
    } catch (const Odd& odd) { accounting_.left_out.add(odd.why, number); }
  }

  Accounting take_all() {
    auto& jobs = accounting_.jobs;
    std::stable_sort(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) { return a.submit < b.submit; });
    accounting_.renumbered = number_others(jobs);
    return std::move(accounting_);
  }

private:
  std::string_view at(Column column) const { return heading_.value(column, *values_); }

  void take(int number) {
    const std::string_view id = heading_.has(Column::job_id) ? at(Column::job_id) : at(Column::job_id_raw);
    if (id.empty()) throw Odd{"no number of the job"};
    note_array_limit(id);
    if (id.find('.') != std::string_view::npos) {
      ++accounting_.steps;
      return;
    }
    AccountedJob job = read_job();
    auto& runs = runs_[std::string(id)];
    const Run run{job.submit, job.start};
    if (std::find(runs.begin(), runs.end(), run) != runs.end()) throw Odd{"a job that a line before has already"};
    note_nodes();
    job.line = number;
    job.id = id;
    job.number = slurm_number(heading_.has(Column::job_id_raw) ? at(Column::job_id_raw) : id);
    read_dependency(job);
    if (id.find('_') != std::string_view::npos) ++accounting_.array_tasks;
    if (id.find('+') != std::string_view::npos) ++accounting_.parts;
    if (!runs.empty()) ++accounting_.again;
    runs.push_back(run);
    ++accounting_.by_state[job.state];
    accounting_.jobs.push_back(std::move(job));
  }

  AccountedJob read_job() const {
    AccountedJob job;
    job.state = state_word(at(Column::state));
    if (is_open(job.state)) throw Odd{"a job that is not over"};
    if (!job.state.empty() && !is_over(job.state)) throw Odd{"a state that Slurm's manual has not"};
    job.start = moment(at(Column::start), "Start");
    job.run = run_time(job.start);
    read_submission(job);
    read_size(job);
    read_needs(job);
    job.limit = raw_seconds(at(Column::time_limit_raw), 60, "TimelimitRaw");
    if (!job.limit) job.limit = duration(at(Column::time_limit), "Timelimit");
    job.user = at(Column::user).empty() ? at(Column::uid) : at(Column::user);
    job.account = at(Column::account);
    job.partition = at(Column::partition);
    job.qos = at(Column::qos);
    job.name = at(Column::job_name);
    return job;
  }

  Seconds run_time(std::optional<Seconds> began) const {
    auto run = raw_seconds(at(Column::elapsed_raw), 1, "ElapsedRaw");
    if (!run) run = duration(at(Column::elapsed), "Elapsed");
    const auto ended = moment(at(Column::end), "End");
    if (!run && began && ended) run = *ended - *began;
    if (run && *run < Seconds(0)) throw Odd{"an End before its Start"};
    if (!run || *run == Seconds(0)) throw Odd{"no run time"};
    return *run;
  }

  void read_submission(AccountedJob& job) const {
    auto came = moment(at(Column::submit), "Submit");
    if (!came) came = moment(at(Column::eligible), "Eligible");
    job.is_submission_known = came.has_value();
    if (!came && !job.start) throw Odd{"no time of submission"};
    job.submit = came.value_or(*job.start);
    if (job.start && *job.start < job.submit) throw Odd{"a Start before its Submit"};
  }

  void read_size(AccountedJob& job) const {
    const int asked =
        first_above_0({count(at(Column::req_cpus), "ReqCPUS"), count_in_tres(at(Column::req_tres), "cpu")});
    job.asked_processors = asked;
    job.processors = first_above_0({count(at(Column::alloc_cpus), "AllocCPUS"), count(at(Column::ncpus), "NCPUS"),
                                    count_in_tres(at(Column::alloc_tres), "cpu"), asked});
    job.nodes = first_above_0({count(at(Column::alloc_nodes), "AllocNodes"), count(at(Column::nnodes), "NNodes"),
                               count_in_tres(at(Column::alloc_tres), "node")});
    if (job.nodes == 0) job.nodes = named_nodes();
    if (job.nodes == 0) job.nodes = count(at(Column::req_nodes), "ReqNodes");
    if (job.processors == 0 && job.nodes == 0) throw Odd{"no processors"};
    constexpr long long most_cores = 1000000; // of a node, and nodes of a machine
    if (job.nodes > most_cores || job.processors > most_cores * std::max(1, job.nodes))
      throw Odd{"more nodes, or processors of a node, than the million that a machine can have"};
  }

  int named_nodes() const {
    if (!has_names(at(Column::node_list))) return 0;
    const auto names = expand_host_list(at(Column::node_list));
    return names ? static_cast<int>(names->size()) : 0;
  }

  /// What it was given; what it asked for, where that is not known.
  void read_needs(AccountedJob& job) const {
    for (const auto& [column, name] : {std::pair{Column::alloc_tres, "AllocTRES"}, {Column::req_tres, "ReqTRES"}}) {
      if (job.memory == Bytes(0)) job.memory = memory_of(in_tres(at(column), "mem"), job, name);
      if (job.gpus == 0) job.gpus = count_in_tres(at(column), "gres/gpu");
    }
    if (job.memory == Bytes(0)) job.memory = memory_of(at(Column::req_mem), job, "ReqMem");
  }

  /// Of an array, or of its tasks that are pending still.
  void note_array_limit(std::string_view id) {
    const std::size_t tasks = id.find('_');
    if (tasks == std::string_view::npos) return;
    const std::string array = option_of_command(at(Column::submit_line), 'a', "array");
    for (const std::string_view text : {id.substr(tasks), std::string_view(array)}) {
      const std::size_t percent = text.find('%');
      if (percent == std::string_view::npos) continue;
      const std::string_view limit = text.substr(percent + 1, text.find(']') - percent - 1);
      if (const auto number = number_in<int>(limit); number && *number > 0)
        accounting_.array_limits[std::string(id.substr(0, tasks))] = *number;
    }
  }

  void read_dependency(AccountedJob& job) {
    const std::string text = option_of_command(at(Column::submit_line), 'd', "dependency");
    try {
      if (!text.empty()) job.dependency = read_dependencies(text);
    } catch (const DependencyError&) { ++accounting_.unread_dependencies; }
    const auto eligible = calendar_time(at(Column::eligible));
    if (text.empty() && eligible && *eligible > job.submit + Seconds(1)) ++accounting_.eligible_later;
  }

  void note_nodes() {
    const std::string text(at(Column::node_list));
    const std::string partition(at(Column::partition));
    if (!has_names(text)) return;
    if (!node_lists_.emplace(partition, text).second) return;
    const auto names = expand_host_list(text);
    if (!names) throw Odd{"a NodeList that is none"};
    accounting_.nodes.insert(names->begin(), names->end());
    accounting_.nodes_of[partition].insert(names->begin(), names->end());
  }

  const Heading& heading_;
  const std::vector<std::string_view>* values_ = nullptr;
  Accounting accounting_;
  using Run = std::pair<Seconds, std::optional<Seconds>>;    ///< its submission and start
  std::unordered_map<std::string, std::vector<Run>> runs_;   ///< of each job; dumps that overlap repeat some
  std::set<std::pair<std::string, std::string>> node_lists_; ///< of a partition
};

} // namespace

std::optional<Bytes> slurm_memory(std::string_view text) {
  constexpr std::string_view units = "KMGTP";
  const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
  const auto number = number_in<double>(unit == std::string_view::npos ? text : text.substr(0, text.size() - 1));
  if (!number || !(*number >= 0) || *number > 1e12) return std::nullopt;
  return Bytes(std::ldexp(*number, 10 * (unit == std::string_view::npos ? 2 : static_cast<int>(unit) + 1)));
}

std::optional<Seconds> slurm_duration(std::string_view text) {
  double days = 0;
  const std::size_t dash = text.find('-');
  if (dash != std::string_view::npos) {
    const auto number = number_in<unsigned>(text.substr(0, dash));
    if (!number) return std::nullopt;
    days = *number;
    text.remove_prefix(dash + 1);
  }
  double seconds = 0;
  int parts = 0;
  while (!text.empty() && parts < 3) {
    const std::string_view part = text.substr(0, text.find(':'));
    const auto number = number_in<double>(part);
    if (!number || !(*number >= 0) || *number > 1e9) return std::nullopt;
    seconds = seconds * 60 + *number;
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    ++parts;
  }
  if (!text.empty() || parts < 2) return std::nullopt;
  // Behind days come hours first, where there are but two numbers or three.
  if (dash != std::string_view::npos && parts == 2) seconds *= 60;
  return Seconds(days * 86400 + seconds);
}

Accounting read_sacct(const std::filesystem::path& path) {
  LogReader lines(path);
  std::string_view line;
  if (!lines.next(line)) lines.fail("is empty");
  const std::string first(line);
  const Heading heading(first, lines);
  Reader reader(heading);
  while (lines.next(line))
    if (line.find_first_not_of("\r\n") != std::string_view::npos) reader.read(line, lines.number());
  Accounting all = reader.take_all();
  if (all.jobs.empty())
    throw LogError(fmt::format("{}: has no job that ran and is over{}", path.string(),
                               all.left_out.count() > 0 ? ": " + all.left_out.sentences("it").front() : ""));
  return all;
}

} // namespace daruma::batch
