#include "sim/cli/explored_page.hpp"

#include "sim/hosting/source_lines.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;
using explore::Tried;
using pages::Markup;
using pages::Sentence;
using scenario::counted;

/// What became of the cases at a line of a source.
struct LineSummary {
  std::size_t moments = 0;
  std::size_t cases = 0;
  std::size_t kept = 0;
  std::map<std::string_view, std::size_t> broken; ///< by verdict
  std::set<std::size_t> ways{};                   ///< places in the list of those that go wrong
};

using Lines = std::map<int, LineSummary>;

std::map<fs::path, Lines> by_source(const Explored& explored) {
  std::map<fs::path, Lines> sources;
  const auto line_of = [&sources](const hosting::ProgramPlace& place) -> LineSummary* {
    if (place.file.empty()) return nullptr;
    const hosting::SourceLine& found = hosting::source_line_of(place);
    return found.source.empty() ? nullptr : &sources[found.source][found.line];
  };
  for (const explore::Step& step : explored.reference.steps)
    if (LineSummary* const line = line_of(step.site.place)) ++line->moments;
  for (std::size_t i = 0; i < explored.tried.size(); ++i) {
    const Tried& one = explored.tried[i];
    if (!one.outcome) continue;
    for (const explore::Step& step : one.outcome->after) line_of(step.site.place);
    LineSummary* const line = line_of(one.candidate.site.place);
    if (!line) continue;
    ++line->cases;
    if (is_kept(one.outcome->finding)) {
      ++line->kept;
      continue;
    }
    ++line->broken[word_of(explore::verdicts, one.outcome->finding.verdict)];
    if (const Reproduction* const way = way_of(i, explored.failing))
      line->ways.insert(static_cast<std::size_t>(way - explored.failing.data()));
  }
  return sources;
}

std::string remark_on(const LineSummary& line) {
  std::string text = fmt::format("{} of {} survived", line.kept, line.cases);
  if (line.cases == 0) text = fmt::format("none of {} tried", counted(static_cast<long long>(line.moments), "moment"));
  if (line.moments == 0) text = "only in recoveries: " + (line.cases == 0 ? std::string("none tried") : text);
  for (const auto& [verdict, count] : line.broken) text += fmt::format(", {} {}", count, verdict);
  return text;
}

std::string class_of(const LineSummary& line) {
  const std::string of_recoveries = line.moments == 0 ? "recovery " : "";
  if (line.cases == 0) return of_recoveries + "untried";
  return of_recoveries + (line.broken.empty() ? "sound" : "broken");
}

/// Seen from the page, which lies beside the folder of these files.
std::string link_to(const fs::path& file) {
  return file.empty() ? "" : (file.parent_path().filename() / file.filename()).string();
}

/// What became of the cases there, and time lines of what goes wrong.
Markup cell_of(const LineSummary* line, const std::vector<Reproduction>& failing) {
  Markup html;
  html.begin("td");
  if (!line) return html.end();
  html.text(remark_on(*line));
  for (const std::size_t way : line->ways)
    if (const std::string link = link_to(failing[way].time_line); !link.empty())
      html.text(" ").element("a", fmt::format("time line {}", way + 1),
                             {{"href", link}, {"title", failing[way].failing.why}});
  return html.end();
}

/// The lines of the file; none if it cannot be read.
std::vector<std::string> read_lines(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Markup source_with(const fs::path& file, const Lines& summaries, const std::vector<Reproduction>& failing) {
  Markup html;
  const std::vector<std::string> lines = read_lines(file);
  if (lines.empty())
    html.add(pages::note(fmt::format("{} cannot be read; here are its lines with calls.", file.string())));
  html.begin("div", {{"class", "wide"}}).begin("table", {{"class", "source"}});
  const auto row = [&](int number, const std::string& text, const LineSummary* summary) {
    html.begin("tr", {{"class", summary ? class_of(*summary) : ""}, {"id", fmt::format("line-{}", number)}});
    html.element("td", std::to_string(number), {{"class", "number"}});
    html.begin("td").element("code", text).end();
    html.add(cell_of(summary, failing)).end();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    const auto found = summaries.find(number);
    row(number, lines[i], found == summaries.end() ? nullptr : &found->second);
  }
  for (const auto& [number, summary] : summaries)
    if (number > static_cast<int>(lines.size())) row(number, "", &summary);
  html.end().end();
  return html;
}

Markup answer_to(const Explored& explored) {
  std::size_t tried = 0;
  std::size_t kept = 0;
  for (const Tried& one : explored.tried) {
    tried += one.outcome ? 1 : 0;
    kept += one.outcome && is_kept(one.outcome->finding) ? 1 : 0;
  }
  const bool is_well = kept == tried && tried > 0;
  std::vector<Sentence> sentences{
      {is_well ? Sentence::Tone::good : Sentence::Tone::bad,
       is_well ? fmt::format("All {} keep the promise.", counted(static_cast<long long>(tried), "case"))
               : fmt::format("{} of {} break the promise, in {}.", tried - kept,
                             counted(static_cast<long long>(tried), "case"),
                             counted(static_cast<long long>(explored.failing.size()), "way"))},
      {Sentence::Tone::plain,
       fmt::format("A case has up to {}; {} are known.", counted(explored.faults, noun_of_faults(explored)),
                   counted(static_cast<long long>(explored.possible), "case"))}};
  if (tried < explored.tried.size())
    sentences.push_back({Sentence::Tone::bad, fmt::format("For {} there was no time.", explored.tried.size() - tried)});
  return pages::sentences(sentences);
}

Markup ways_to_fail(const Explored& explored) {
  pages::Table table{{"", "verdict", "cases", "why", "shortest way to it", "reproduced by", "its run"}, {}};
  for (const Reproduction& one : explored.failing)
    table.rows.push_back({std::to_string(table.rows.size() + 1),
                          std::string(word_of(explore::verdicts, one.failing.verdict)),
                          std::to_string(one.failing.cases.size()), one.failing.why, shortest_way(one.failing),
                          pages::Cell("daruma run " + one.file.string(), link_to(one.file)),
                          pages::Cell(one.time_line.empty() ? "" : "time line", link_to(one.time_line))});
  return pages::table(table);
}

Markup calls(const Explored& explored) {
  pages::Table table{{"call", "place", "moments", "cases", "survived", "broken"}, {}};
  for (const CallSummary& one : by_call(explored.reference.steps, explored.tried))
    table.rows.push_back({one.call, one.place,
                          one.is_of_recoveries() ? "only in recoveries" : std::to_string(one.moments),
                          std::to_string(one.cases), std::to_string(one.kept), std::to_string(one.broken.size())});
  return pages::table(table);
}

} // namespace

std::string to_page(const Explored& explored, const std::string& page_template) {
  pages::Part part{explored.name, answer_to(explored), {}};
  if (!explored.failing.empty()) part.sections.emplace_back("What goes wrong", ways_to_fail(explored));
  part.sections.emplace_back("Calls", calls(explored));
  for (const auto& [source, lines] : by_source(explored))
    part.sections.emplace_back(source.filename().string(), source_with(source, lines, explored.failing));
  return pages::page(page_template,
                     (noun_of_faults(explored) == "death" ? "Deaths explored: " : "Faults explored: ") + explored.name,
                     {part});
}

} // namespace daruma::cli
