#include "sim/cli/explored_page.hpp"

#include "sim/hosting/source_lines.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
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
  for (const Tried& one : explored.tried) {
    LineSummary* const line = one.outcome ? line_of(one.candidate.site.place) : nullptr;
    if (!line) continue;
    const explore::Finding& finding = one.outcome->finding;
    ++line->cases;
    if (is_kept(finding))
      ++line->kept;
    else
      ++line->broken[word_of(explore::verdicts, finding.verdict)];
  }
  return sources;
}

std::string remark_on(const LineSummary& line) {
  std::string text = fmt::format("{} of {} survived", line.kept, line.cases);
  if (line.cases == 0) text = fmt::format("none of {} tried", counted(static_cast<long long>(line.moments), "moment"));
  for (const auto& [verdict, count] : line.broken) text += fmt::format(", {} {}", count, verdict);
  return text;
}

std::string class_of(const LineSummary& line) {
  if (line.cases == 0) return "untried";
  return line.broken.empty() ? "sound" : "broken";
}

/// The lines of the file; none if it cannot be read.
std::vector<std::string> read_lines(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Markup source_with(const fs::path& file, const Lines& summaries) {
  Markup html;
  const std::vector<std::string> lines = read_lines(file);
  if (lines.empty())
    html.add(pages::note(fmt::format("{} cannot be read; here are its lines with calls.", file.string())));
  html.begin("div", {{"class", "wide"}}).begin("table", {{"class", "source"}});
  const auto row = [&html](int number, const std::string& text, const LineSummary* summary) {
    html.begin("tr", {{"class", summary ? class_of(*summary) : ""}, {"id", fmt::format("line-{}", number)}});
    html.element("td", std::to_string(number), {{"class", "number"}});
    html.begin("td").element("code", text).end();
    html.element("td", summary ? remark_on(*summary) : "").end();
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
  pages::Table table{{"verdict", "cases", "why", "shortest way to it", "reproduced by"}, {}};
  for (const Reproduction& one : explored.failing)
    table.rows.push_back({std::string(word_of(explore::verdicts, one.failing.verdict)),
                          std::to_string(one.failing.cases.size()), one.failing.why, shortest_way(one.failing),
                          "daruma run " + one.file.string()});
  return pages::table(table);
}

Markup calls(const Explored& explored) {
  pages::Table table{{"call", "place", "moments", "cases", "survived", "broken"}, {}};
  for (const CallSummary& one : by_call(explored.reference.steps, explored.tried))
    table.rows.push_back({one.call, one.place, std::to_string(one.moments), std::to_string(one.cases),
                          std::to_string(one.kept), std::to_string(one.broken.size())});
  return pages::table(table);
}

} // namespace

std::string to_page(const Explored& explored, const std::string& page_template) {
  pages::Part part{explored.name, answer_to(explored), {}};
  if (!explored.failing.empty()) part.sections.emplace_back("What goes wrong", ways_to_fail(explored));
  part.sections.emplace_back("Calls", calls(explored));
  for (const auto& [source, lines] : by_source(explored))
    part.sections.emplace_back(source.filename().string(), source_with(source, lines));
  return pages::page(page_template,
                     (noun_of_faults(explored) == "death" ? "Deaths explored: " : "Faults explored: ") + explored.name,
                     {part});
}

} // namespace daruma::cli
