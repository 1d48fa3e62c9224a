#include "sim/cli/reference.hpp"

#include "sim/cli/help.hpp"
#include "sim/cli/models.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

constexpr const char* notice = "<!-- Written by daruma_reference; a change here is lost. -->\n";

std::string code(const std::string& text) { return "`" + in_cell(text) + "`"; }

std::string heading_of(std::string reporter) {
  reporter.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(reporter.front())));
  return "\n## " + reporter + "\n\n";
}

std::string metrics_page() {
  std::string text = std::string("# Metrics\n\n") + notice + R"(
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

std::string commands_page() { return std::string("# Commands\n\n") + notice + "\n" + markdown(); }

} // namespace

const std::vector<ReferencePage>& reference_pages() {
  static const std::vector<ReferencePage> all{{"commands.md", commands_page}, {"metrics.md", metrics_page}};
  return all;
}

} // namespace daruma::cli
