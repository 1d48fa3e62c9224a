#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <charconv>

namespace daruma::scenario {

namespace {

const Choices<Placement> placements{{"block", Placement::block}, {"round-robin", Placement::round_robin}};

/// "5 loops" is 5; the schema has seen to the form.
int read_loops(const Node& node, int otherwise) {
  const std::string text = node.text();
  int loops = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), loops);
  return loops;
}

Checkpoint read_checkpoint(const Node& node) {
  Checkpoint checkpoint;
  checkpoint.every_loops = read_loops(node["every"], checkpoint.every_loops);
  checkpoint.size = node["size"].amount(checkpoint.size, Sign::not_negative);
  checkpoint.to = node["to"].choice(checkpoint_places, checkpoint.to);
  return checkpoint;
}

std::map<std::string, Argument> read_arguments(const Node& node) {
  std::map<std::string, Argument> arguments;
  for (const std::string& name : node.keys()) {
    const Node value = node[name].bare();
    if (value.is_text())
      arguments[name] = value.text();
    else if (value.json().is_boolean())
      arguments[name] = value.json().get<bool>();
    else
      arguments[name] = value.number(0);
  }
  return arguments;
}

void check_spares(const Node& node, const Job& job) {
  const bool is_read =
      !node.report().has_within(node["recovery"].pointer()) && !node.report().has_within(node["spares"].pointer());
  if (!is_read) return;
  if (job.recovery == RecoveryStyle::spare && job.spares == 0)
    node["recovery"].remark("recovery \"spare\" needs \"spares\" of at least 1, got 0");
  if (job.recovery != RecoveryStyle::spare && job.spares > 0) {
    node["spares"].remark("only recovery \"spare\" has a use for spares, got " + std::to_string(job.spares) +
                          " spares and recovery " + in_quotes(node["recovery"].text("shrink")));
  }
}

Account read_account(const Node& node) {
  Account account;
  account.user = node["user"].whole(account.user);
  account.partition = node["partition"].whole(account.partition);
  account.qos = node["qos"].whole(account.qos);
  account.nice = node["nice"].whole(account.nice);
  return account;
}

DependencyList read_dependency(const Node& node) {
  if (!node.is_given()) return {};
  try {
    return read_dependencies(node.text());
  } catch (const DependencyError& error) { node.remark(error.what()); }
  return {};
}

ArrayTask read_array(const Node& node) { return {node["name"].text(), node["limit"].whole(0)}; }

/// What a manager of the machine may know of the job.
void read_terms(const Node& node, Job& job) {
  if (node["limit"].is_given()) job.limit = node["limit"].amount(Seconds(0), Sign::positive);
  if (node["deadline"].is_given()) job.deadline = node["deadline"].amount(Seconds(0), Sign::positive);
  job.account = read_account(node["account"]);
  job.dependency = read_dependency(node["dependency"]);
  if (node["array"].is_given()) job.array = read_array(node["array"]);
  if (!node["fewest"].is_given()) return;
  job.fewest = node["fewest"].whole(1);
  if (*job.fewest > job.ranks && !node.report().has_within(node["ranks"].pointer()))
    node["fewest"].remark("the job has " + std::to_string(job.ranks) + " ranks, and can hardly need " +
                          std::to_string(*job.fewest));
}

std::vector<std::string> read_words(const Node& node) {
  std::vector<std::string> words;
  for (const Node& word : node.items()) words.push_back(word.text());
  return words;
}

/// A program is started as it is; what the engine does for models, it has to do for itself.
void check_program(const Node& node, const Job& job) {
  if (node["arguments"].is_object())
    node["arguments"].remark("a program takes a list of words, such as [\"--steps\", \"10\"]");
  for (const char* const key : {"spares", "fewest"})
    if (node[key].is_given())
      node[key].remark("only models make use of " + in_quotes(key) + "; this job runs a program");
  if (node["checkpoint"]["every"].is_given())
    node["checkpoint"]["every"].remark("a program decides by itself when it calls daruma_checkpoint");
  if (node["recovery"].is_given() && job.recovery != RecoveryStyle::rerun)
    node["recovery"].remark("a program recovers by itself; of recoveries it can only be given \"rerun\"");
}

void check_model(const Node& node) {
  if (node["arguments"].is_given() && !node["arguments"].is_object())
    node["arguments"].remark("a model takes its arguments by name, such as {\"loops\": 4}");
  for (const char* const key : {"host_time_scale", "patience"})
    if (node[key].is_given())
      node[key].remark("only programs are timed on this computer; a model knows what its work costs");
  if (node["output_limit"].is_given()) node["output_limit"].remark("only what programs print has a limit");
  if (node["finalize_at_exit"].is_given()) node["finalize_at_exit"].remark("only programs end without MPI_Finalize");
  if (node["initial_errhandler"].is_given())
    node["initial_errhandler"].remark("only programs begin with another error handler; a model sets its own");
}

/// The ends of what run_on_stack of sim/mpi can do and a computer's addresses suffice for.
Bytes read_stack(const Node& node, Bytes otherwise) {
  constexpr Bytes least{128 << 10};
  constexpr Bytes most{1 << 30};
  const Bytes size = node.amount(otherwise, Sign::positive);
  if (size < least || size > most)
    node.remark("must be from " + to_text(least) + " to " + to_text(most) + ", got " + in_quotes(to_text(size)));
  return size;
}

Job read_job(const Node& node, const std::filesystem::path& folder) {
  Job job;
  job.name = node["name"].text();
  job.model = node["model"].text();
  if (node["program"].is_given()) job.program = folder / node["program"].text();
  job.ranks = node["ranks"].whole(job.ranks);
  job.spares = node["spares"].whole(job.spares);
  job.start = node["start"].amount(job.start, Sign::not_negative);
  job.placement = node["placement"].choice(placements, job.placement);
  job.recovery = node["recovery"].choice(recovery_styles, job.recovery);
  job.host_time_scale = node["host_time_scale"].number(job.host_time_scale);
  job.patience = node["patience"].amount(job.patience, Sign::positive);
  job.output_limit = node["output_limit"].amount(job.output_limit, Sign::positive);
  job.finalize_at_exit = node["finalize_at_exit"].truth(job.finalize_at_exit);
  if (node["initial_errhandler"].is_given())
    job.initial_errhandler = node["initial_errhandler"].choice(initial_errhandlers, InitialErrhandler::are_fatal);
  job.stack = read_stack(node["stack"], job.stack);
  if (node["arguments"].is_object())
    job.arguments = read_arguments(node["arguments"]);
  else
    job.command_line = read_words(node["arguments"]);
  read_terms(node, job);
  if (node["checkpoint"].is_given()) job.checkpoint = read_checkpoint(node["checkpoint"]);
  if (job.program.empty()) {
    check_model(node);
    check_spares(node, job);
  } else {
    check_program(node, job);
  }
  return job;
}

} // namespace

std::vector<Job> read_jobs(const Node& node, const std::filesystem::path& folder) {
  std::vector<Job> jobs;
  for (const Node& item : node.items()) jobs.push_back(read_job(item, folder));
  return jobs;
}

} // namespace daruma::scenario
