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

std::string row_of_index(const std::string& part, const std::string& file, const std::string& what) {
  return fmt::format("| [{}]({}) | {} |\n", part, file, in_cell(what));
}

namespace {

std::string heading_of(std::string reporter) {
  reporter.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(reporter.front())));
  return "\n## " + reporter + "\n\n";
}

std::string table_of(const results::MetricGroup& group) {
  std::string text = "| Metric | Unit | Better | Meaning |\n|---|---|---|---|\n";
  for (const auto& metric : group.metrics)
    text += fmt::format("| {} | {} | {} | {} |\n", code(group.name_of(metric)), metric.unit,
                        results::word_for(metric.better), in_cell(metric.meaning));
  return text;
}

std::string tables_of(results::MetricScope scope) {
  std::string text;
  for (const auto& group : metric_catalogue().groups())
    if (group.model.empty() && group.scope == scope) text += heading_of(group.reporter) + table_of(group);
  return text;
}

ReferencePages metric_pages() {
  const std::string of_jobs = beginning_of_page("Metrics") + R"(
Every number in a result's `metrics` is one of these, of those of [centres and of runs with replicas](metrics/centre.md),
or of those that the job's [model](models.md) reports; `units`, beside it, has the unit of each. `./daruma list metrics`
prints all. `<job>` stands for a job's name, other words in angle brackets for what stands there; a `count` is a whole
number or, over replicas, its mean; a `ratio` is a part or a multiple; a `truth` is 1 or 0. With `--replicas`,
`NAME.ci95` is half the width of the 95 % interval of the mean that `NAME` is.
)";
  const std::string of_runs = beginning_of_page("Metrics of centres, and of runs with replicas") + R"(
[Metrics](../metrics.md) says how to read them, and has those of jobs with ranks.
)";
  return {{"metrics.md", of_jobs + tables_of(results::MetricScope::job)},
          {"metrics/centre.md", of_runs + tables_of(results::MetricScope::run)}};
}

std::string table_of_arguments(const daruma::models::Program& model) {
  std::string text = "| Argument | Default | Kind | Source | It is | Meaning |\n|---|---|---|---|---|---|\n";
  for (const auto& rule : model.arguments)
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", code(std::string(rule.name)),
                        in_cell(std::string(rule.standard.value)), name_of(rule.standard.kind),
                        in_cell(std::string(rule.standard.source)), in_cell(daruma::models::allowed_values(rule)),
                        in_cell(std::string(rule.meaning)));
  return text;
}

std::string model_page(const daruma::models::Program& model) {
  std::string text = beginning_of_page(std::string(model.name)) + fmt::format("\n{}\n", model.what);
  if (!model.arguments.empty())
    text += "\n## Arguments\n\nKind and source say where a default comes from, as of [sourced](../scenario.md#sourced) "
            "values.\n\n" +
            table_of_arguments(model);
  for (const auto& group : metric_catalogue().groups())
    if (group.model == model.name && !group.metrics.empty())
      text += "\n## Metrics\n\n[Metrics](../metrics.md) has those of every job.\n\n" + table_of(group);
  return text;
}

ReferencePages model_pages() {
  std::string index = beginning_of_page("Models") + R"(
The programs that come with Daruma: what a job can name as its `model`. A page of each has its arguments and what it
reports; `./daruma list models`, `list arguments` and `list metrics` print the same.

| Model | What it does |
|---|---|
)";
  ReferencePages pages;
  for (const auto& model : models()) {
    pages.push_back({fmt::format("models/{}.md", model.name), model_page(model)});
    index += row_of_index(std::string(model.name), pages.back().file, std::string(model.what));
  }
  pages.push_back({"models.md", index});
  return pages;
}

ReferencePages command_pages() {
  std::string index = beginning_of_page("Commands") + "\n" + markdown_of_program();
  ReferencePages pages;
  for (const CommandGroup& group : command_groups()) {
    index += fmt::format("\n## {}\n\n| Command | What it does |\n|---|---|\n", group.title);
    for (const Command& command : group.commands) {
      const std::string title = "daruma " + command.name;
      pages.push_back(
          {fmt::format("commands/{}.md", command.name), beginning_of_page(title) + "\n" + markdown_of(command)});
      index += row_of_index(title, pages.back().file, command.summary);
    }
  }
  pages.push_back({"commands.md", index});
  return pages;
}

/// What a scenario chooses by name from a registry, and where.
struct Choice {
  const char* title;
  const char* where;
  std::vector<Name> (*names)();
};

constexpr Choice chosen_by_name[] = {
    {"Who starts of the jobs that wait", "`centre.queue`, `manager.queue`", queue_policy_names},
    {"In which order those are looked at who wait", "`centre.queue.order`, `manager.queue.order`", queue_order_names},
    {"How room is made for urgent jobs", "`centre.urgent.policy`, `manager.urgent`", preemption_policy_names},
    {"How malleable jobs share a centre's processors", "`centre.flexible.strategy`", malleability_strategy_names},
    {"What a job does that loses a node", "`centre.on_failure`", failure_policy_names},
    {"Which of the free nodes a job gets", "`centre.placement.nodes`", node_choice_names},
    {"When nodes and devices fail", "`failures.law`, `breakdowns[].law`", failure_law_names}};

std::string policies_page() {
  std::string text = beginning_of_page("Policies and laws") + R"(
What a [scenario](scenario.md) chooses by name. [How to add one](../howto/add-a-policy.md): a file and a
line. Policies of the queue, of room and of failures may be [a library of one's own](../howto/write-a-policy.md), too.
)";
  for (const Choice& choice : chosen_by_name) {
    text += fmt::format("\n## {}\n\n{}:\n\n| Name | What it does |\n|---|---|\n", choice.title, choice.where);
    for (const Name& name : choice.names()) text += fmt::format("| {} | {} |\n", code(name.text), in_cell(name.what));
  }
  return text;
}

} // namespace

ReferencePages reference_pages() {
  ReferencePages all{{"policies.md", policies_page()}};
  for (const auto subject : {metric_pages, command_pages, machine_pages, model_pages, runtime_pages, scenario_pages})
    for (ReferencePage& page : subject()) all.push_back(std::move(page));
  return all;
}

} // namespace daruma::cli
