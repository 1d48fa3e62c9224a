#include "models/migration/mpi/laplace_arguments.hpp"

#include <string>

namespace daruma::models::migration {

namespace {

/// One that a program can follow: nobody knows the load to come.
bool is_policy(std::string_view name) {
  const Policy* const policy = find_policy(name);
  return policy != nullptr && policy->foresight == Foresight::none;
}

const char* policies_in_words() {
  static const std::string words = [] {
    std::string text;
    for (const Policy& policy : policies())
      if (is_policy(policy.name)) text += (text.empty() ? "\"" : ", \"") + std::string(policy.name) + "\"";
    return "one of " + text;
  }();
  return words.c_str();
}

constexpr ArgumentRule size{"size", ArgumentKind::count,
                            cited("1024", "process migration, section 3.1: 1024 x 1024 points"),
                            "Points of the square field in each direction."};
constexpr ArgumentRule iterations{"iterations", ArgumentKind::count,
                                  assumed("1000", "five checkpoints; the paper does not count them"),
                                  "Iterations after which the solver ends at the latest."};
constexpr ArgumentRule residual{"residual", ArgumentKind::magnitude,
                                assumed("0", "all iterations are made; the paper does not give its threshold"),
                                "It ends when the root of the summed squared changes is no more than this."};
constexpr ArgumentRule active{"active", ArgumentKind::number,
                              assumed("0", "no process stands by unless a scenario says so"),
                              "Processes that compute while the others stand by; 0: all."};
constexpr ArgumentRule per_node{"per_node", ArgumentKind::count,
                                cited("1", "process migration, section 3.2: one processor of each node is used"),
                                "How many processes may compute on one node."};
constexpr ArgumentRule load{
    "load", ArgumentKind::word,
    cited("system", "process migration, section 2.2: the load of nodes as their systems give it"),
    "By what the load of a node is known: its system, or the progress of the job's own processes.",
    "\"system\" or \"progress\""};
constexpr ArgumentRule chkpt_every{"chkpt_every", ArgumentKind::number,
                                   cited("200", "process migration, section 3.1: every 200 loops"),
                                   "Iterations between checkpoints, at which processes may move; 0: they never do."};
constexpr ArgumentRule point_work{
    "point_work", ArgumentKind::work,
    cited("7flop", "counted in the five-point scheme: three additions and a multiplication for the mean, a "
                   "subtraction, a multiplication and an addition for the residual"),
    "What a point takes in an iteration; more where the solver stands for one that computes more."};
constexpr ArgumentRule field{
    "field", ArgumentKind::word, assumed("computed", "the solver solves unless a scenario says otherwise"),
    "Whether the points are computed; of a blank field only the time passes, which does not depend on them.",
    "\"computed\" or \"blank\""};
constexpr const char* swapping =
    "process swapping (Sievert and Casanova, HPDC 2003): as its policy greedy has it, from "
    "memory";
constexpr ArgumentRule swap_payback{
    "swap_payback", ArgumentKind::magnitude, assumed("0", swapping),
    "Policy swap: intervals between checkpoints within which a move has to make up for its cost; 0: any number."};
constexpr ArgumentRule swap_process_gain{"swap_process_gain", ArgumentKind::magnitude, assumed("0", swapping),
                                         "Policy swap: per cent by which a process has to become faster at least."};
constexpr ArgumentRule swap_job_gain{"swap_job_gain", ArgumentKind::magnitude, assumed("0", swapping),
                                     "Policy swap: per cent by which the job has to become faster at least."};
constexpr ArgumentRule swap_history{"swap_history", ArgumentKind::duration, assumed("0s", swapping),
                                    "Policy swap: for how long back the load of a node counts."};
ArgumentRule policy() {
  return {"policy",
          ArgumentKind::word,
          cited("greedy", "process migration, section 4.2: from nodes of high load to nodes of low load"),
          "Who moves, and where.",
          policies_in_words(),
          is_policy};
}

int whole(const Arguments& arguments, const ArgumentRule& rule) { return std::stoi(value_of(arguments, rule)); }
double decimal(const Arguments& arguments, const ArgumentRule& rule) { return std::stod(value_of(arguments, rule)); }

SwapTerms swap_terms(const Arguments& arguments) {
  constexpr double per_cent = 0.01;
  const double payback = decimal(arguments, swap_payback);
  return {payback > 0 ? payback : SwapTerms::any, decimal(arguments, swap_process_gain) * per_cent,
          decimal(arguments, swap_job_gain) * per_cent, parse_seconds(value_of(arguments, swap_history)).value()};
}

} // namespace

std::vector<ArgumentRule> laplace_arguments() {
  return {size,        iterations, residual, active,       per_node,          policy(),      load,
          chkpt_every, point_work, field,    swap_payback, swap_process_gain, swap_job_gain, swap_history};
}

std::string laplace_mismatch(const Arguments& arguments, const JobShape& job) {
  if (job.spares > 0) return "\"migr-laplace\" has no use for \"spares\": ranks beyond \"active\" stand by";
  if (const int wanted = whole(arguments, active); wanted > job.ranks)
    return "argument \"active\" must be at most the job's ranks, " + std::to_string(job.ranks) + ", got " +
           std::to_string(wanted);
  for (const ArgumentRule& rule : {swap_payback, swap_process_gain, swap_job_gain, swap_history})
    if (arguments.count(std::string(rule.name)) > 0 && value_of(arguments, policy()) != "swap")
      return "argument \"" + std::string(rule.name) + "\" needs the policy \"swap\"";
  const LaplaceOrder order = laplace_order(arguments, job.ranks);
  if (order.is_blank && order.residual > 0) return "argument \"residual\" needs a \"field\" that is \"computed\"";
  if (const int least = order.terms.active + 2; order.size < least)
    return "argument \"size\" must be at least " + std::to_string(least) + " for " +
           std::to_string(order.terms.active) + " processes that compute, got " + std::to_string(order.size);
  return "";
}

LaplaceOrder laplace_order(const Arguments& arguments, int processes) {
  const int wanted = whole(arguments, active);
  const LoadSource source = value_of(arguments, load) == "system" ? LoadSource::system : LoadSource::progress;
  return {whole(arguments, size),
          whole(arguments, iterations),
          decimal(arguments, residual),
          whole(arguments, chkpt_every),
          parse_flops(value_of(arguments, point_work)).value(),
          value_of(arguments, field) == "blank",
          {wanted > 0 ? wanted : processes, whole(arguments, per_node), find_policy(value_of(arguments, policy())),
           source, swap_terms(arguments)}};
}

} // namespace daruma::models::migration
