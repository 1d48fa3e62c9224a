#include "sim/cli/time_lines.hpp"

#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/study/child_processes.hpp"

#include <algorithm>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_told = 20; // a run that hangs takes as long as its case was given

std::string page_of(const run::Ending& ending, const scenario::Scenario& scenario) {
  pages::Part part = pages::part_of(pages::Told{scenario.name, ending.result, scenario}, metric_catalogue());
  std::stable_partition(part.sections.begin(), part.sections.end(),
                        [](const auto& section) { return section.first == "Time line"; });
  if (!ending.problem.empty()) part.answer.add(pages::sentences({{pages::Sentence::Tone::bad, ending.problem}}));
  return pages::page(installed_text(installation().report_page), scenario.name, {part});
}

} // namespace

void write_time_lines(std::vector<Reproduction>& all, const explore::Bench& bench, const Prepare& prepare, int workers,
                      const std::atomic<bool>& stop) {
  study::ChildProcesses children(workers);
  const auto tell = [&](std::size_t number, const fs::path& page, const study::WriteLine& write) {
    const study::PreparedScenario prepared = prepare(all[number].file);
    explore::replay({prepared, bench.promise, bench.limits, bench.folders}, [&](const run::Ending& ending) {
      write_file(page, page_of(ending, prepared.scenario()));
      write("written");
    });
  };
  const auto page_beside = [](fs::path file) { return fs::absolute(file.replace_extension(".html")); };
  const std::size_t count = std::min(all.size(), most_told);
  for (std::size_t next = 0; (next < count && !stop) || !children.is_idle();) {
    for (; next < count && !stop && children.has_room(); ++next)
      children.start(static_cast<int>(next),
                     [&](const study::WriteLine& write) { tell(next, page_beside(all[next].file), write); });
    if (stop) children.kill();
    for (const auto& news : children.heard_within(Seconds(1))) {
      Reproduction& one = all[static_cast<std::size_t>(news.number)];
      if (!news.lines.empty()) one.time_line = fs::path(one.file).replace_extension(".html");
    }
  }
}

} // namespace daruma::cli
