#include "sim/cli/reference.hpp"

#include "sim/cli/help.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/names.hpp"

#include <fmt/format.h>

namespace daruma::cli {

std::string beginning_of_page(const std::string& title) {
  return "# " + title + "\n\n<!-- Written by daruma_reference; a change here is lost. -->\n";
}

std::string code(const std::string& text) { return "`" + in_cell(text) + "`"; }

namespace {

std::string heading_of(std::string reporter) {
  reporter.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(reporter.front())));
  return "\n## " + reporter + "\n\n";
}

std::string metrics_page() {
  std::string text = beginning_of_page("Metrics") + R"(
Every number in a result's `metrics` is one of these; `units`, beside it, has the unit of each. `./daruma list metrics`
prints the same. `<job>` stands for a job's name, other words in angle brackets for what stands there; a `count` is a
whole number or, over replicas, its mean; a `ratio` is a part or a multiple; a `truth` is 1 or 0. With `--replicas`,
`NAME.ci95` is half the width of the 95 % interval of the mean that `NAME` is.
)";
  for (const auto& group : metric_catalogue().groups()) {
    text += heading_of(group.reporter) + "| Metric | Unit | Better | Meaning |\n|---|---|---|---|\n";
    for (const auto& metric : group.metrics)
      text += fmt::format("| {} | {} | {} | {} |\n", code(group.name_of(metric)), metric.unit,
                          results::word_for(metric.better), in_cell(metric.meaning));
  }
  return text;
}

std::string commands_page() { return beginning_of_page("Commands") + "\n" + markdown(); }

std::string models_page() {
  std::string text = beginning_of_page("Models") + R"(
The programs that come with Daruma: what a job can name as its `model`, and the `arguments` that each takes.
[Metrics](metrics.md) has what each reports; `./daruma list models` and `./daruma list metrics` print the same.
)";
  for (const auto& model : models()) {
    text += fmt::format("\n## {}\n\n{}\n", model.name, model.what);
    if (!model.arguments.empty()) text += "\n| Argument | Default | It is | Meaning |\n|---|---|---|---|\n";
    for (const auto& rule : model.arguments)
      text += fmt::format("| {} | {} | {} | {} |\n", code(std::string(rule.name)), in_cell(std::string(rule.standard)),
                          in_cell(daruma::models::allowed_values(rule)), in_cell(std::string(rule.meaning)));
  }
  return text;
}

/// What a scenario chooses by name from a registry, and where.
struct Choice {
  const char* title;
  const char* where;
  std::vector<Name> (*names)();
};

constexpr Choice chosen_by_name[] = {
    {"Who starts of the jobs that wait", "`centre.queue`, `manager.queue`", queue_policy_names},
    {"How room is made for urgent jobs", "`centre.urgent.policy`, `manager.urgent`", preemption_policy_names},
    {"What a job does that loses a node", "`centre.on_failure`", failure_policy_names},
    {"When nodes and devices fail", "`failures.law`, `breakdowns[].law`", failure_law_names}};

std::string policies_page() {
  std::string text = beginning_of_page("Policies and laws") + R"(
What a [scenario](scenario.md) chooses by name. [How to add one](../howto/add-a-policy.md): a file and a line.
)";
  for (const Choice& choice : chosen_by_name) {
    text += fmt::format("\n## {}\n\n{}:\n\n| Name | What it does |\n|---|---|\n", choice.title, choice.where);
    for (const Name& name : choice.names()) text += fmt::format("| {} | {} |\n", code(name.text), in_cell(name.what));
  }
  return text;
}

} // namespace

const std::vector<ReferencePage>& reference_pages() {
  static const std::vector<ReferencePage> all{{"commands.md", commands_page}, {"machines.md", machines_page},
                                              {"metrics.md", metrics_page},   {"models.md", models_page},
                                              {"policies.md", policies_page}, {"runtimes.md", runtimes_page},
                                              {"scenario.md", scenario_page}};
  return all;
}

} // namespace daruma::cli
