#include "sim/run/trace_rules.hpp"

#include <algorithm>
#include <set>

namespace daruma::run {

namespace {

using scenario::Trace;

bool has(const std::vector<Trace::Range>& ranks, int process) {
  return ranks.empty() || std::any_of(ranks.begin(), ranks.end(), [process](const Trace::Range& range) {
           return range.first <= process && process <= range.last;
         });
}

bool has(const std::vector<std::string>& kinds, const std::string& kind) {
  return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::string listed(const std::vector<Trace::Range>& ranks) {
  std::string text;
  for (const Trace::Range& range : ranks)
    text += (text.empty() ? "" : ", ") + std::to_string(range.first) +
            (range.last > range.first ? "-" + std::to_string(range.last) : "");
  return text;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool is_large(const scenario::Job& job) { return job.ranks + job.spares > most_processes_in_full; }

} // namespace

void apply_trace_rules(const scenario::Scenario& scenario, results::EventLog& log) {
  if (scenario.trace) {
    const auto wants = [&trace = *scenario.trace](const std::string& kind, const std::string&, int process) {
      return process < 0 || kind == "death" || (has(trace.ranks, process) && has(trace.kinds, kind));
    };
    log.keep_only(wants, wants);
    return;
  }
  const std::vector<std::string> large = partly_recorded(scenario);
  if (large.empty()) return;
  log.keep_only({}, [sampled = std::set<std::string>(large.begin(), large.end())](const std::string&,
                                                                                  const std::string& job, int process) {
    return process < processes_of_a_sample || sampled.count(job) == 0;
  });
}

std::vector<std::string> partly_recorded(const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  for (const scenario::Job& job : scenario.jobs)
    if (scenario.trace || is_large(job)) names.push_back(job.name);
  return names;
}

std::string trace_remark(const scenario::Scenario& scenario) {
  if (scenario.trace) {
    const std::string ranks = listed(scenario.trace->ranks);
    const std::string kinds = listed(scenario.trace->kinds);
    return "of single processes only what the scenario's \"trace\" names" + (ranks.empty() ? "" : ", ranks " + ranks) +
           (kinds.empty() ? "" : ", kinds " + kinds);
  }
  const std::vector<std::string> large = partly_recorded(scenario);
  if (large.empty()) return "";
  return "of jobs of more than " + std::to_string(most_processes_in_full) + " processes (" + listed(large) +
         ") only the spans of the processes 0 to " + std::to_string(processes_of_a_sample - 1) +
         "; \"trace\" in the scenario chooses others";
}

} // namespace daruma::run
