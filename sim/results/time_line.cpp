// A thousand ranks that notice the same death are one line. Events of one kind, job and text fold into
// the line that told of the first of them, as long as every process still reads its own history in
// order and no long silence lies between.
#include "sim/results/printed.hpp"
#include "sim/results/process_list.hpp"
#include "sim/results/sinks.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

#include <set>
#include <tuple>

namespace daruma::results {

namespace {

constexpr double longest_silence = 0.02; ///< inside one line, as a share of the whole run

struct Line {
  Event first;
  Seconds last;
  std::set<int> processes;
};

class Folding {
public:
  explicit Folding(Seconds run) : silence_(run * longest_silence) {}

  void add(const Event& event) {
    const auto key = std::tie(event.kind, event.job, event.text);
    const auto open = open_.find(key);
    const bool folds = open != open_.end() && fits(event, open->second);
    const std::size_t line = folds ? open->second : lines_.size();
    if (!folds) lines_.push_back({event, event.time, {}});
    lines_[line].last = event.time;
    lines_[line].processes.insert(event.process);
    open_[key] = line;
    last_line_[{event.job, event.process}] = line;
  }

  const std::vector<Line>& lines() const { return lines_; }

private:
  /// Did nothing happen to this process, or to the whole job, since that line?
  bool fits(const Event& event, std::size_t line) const {
    const bool is_first_of_process = lines_[line].processes.count(event.process) == 0;
    return event.process >= 0 && is_first_of_process && event.time - lines_[line].last <= silence_ &&
           is_before(event.job, event.process, line) && is_before(event.job, -1, line);
  }

  bool is_before(const std::string& job, int process, std::size_t line) const {
    const auto last = last_line_.find({job, process});
    return last == last_line_.end() || last->second < line;
  }

  Seconds silence_;
  std::vector<Line> lines_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> open_;
  std::map<std::pair<std::string, int>, std::size_t> last_line_;
};

bool continues_output(const Event& event, const Event& before) {
  return is_printed(event) && event.kind == before.kind && event.job == before.job && event.process == before.process;
}

/// What a program prints without anything else happening is told by its first and its last line.
void without_long_output(const RowList<Event>& events, Folding& told) {
  constexpr std::size_t short_enough = 4;
  for (auto next = events.begin(); next != events.end();) {
    std::vector<Event> first;
    Event last;
    std::size_t lines = 0;
    do {
      if (++lines <= short_enough) first.push_back(*next);
      last = *next++;
    } while (next != events.end() && continues_output(*next, last));
    if (lines > short_enough) {
      first[1].text = fmt::format("... and {} more lines ...", lines - 2);
      first = {first[0], first[1], last};
    }
    for (const Event& event : first) told.add(event);
  }
}

/// Three significant digits in the unit that suits them.
std::string rounded(Seconds time) {
  if (time >= Seconds(1)) return fmt::format("{:.3g}s", time.count());
  if (time >= Seconds(1e-3)) return fmt::format("{:.3g}ms", time.count() * 1e3);
  return fmt::format("{:.3g}us", time.count() * 1e6);
}

std::string story(const Line& line) {
  const std::string who = processes(line.processes);
  const std::string& text = line.first.text;
  std::string told = who + (who.empty() || text.empty() ? "" : ": ") + text;
  const Seconds lasted = line.last - line.first.time;
  if (lasted > Seconds(0)) told += fmt::format(" (within {})", rounded(lasted));
  return told;
}

} // namespace

std::vector<TimeLineRow> time_line_rows(const Result& result) {
  const RowList<Event> events = result.events.in_order([](const Event& a, const Event& b) { return a.time < b.time; });
  Seconds end{0};
  for (const Event& event : events) end = event.time;
  Folding folding(end);
  without_long_output(events, folding);

  std::vector<TimeLineRow> rows;
  for (const Line& line : folding.lines())
    rows.push_back({line.first.time, line.first.job, line.first.kind, story(line)});
  return rows;
}

std::string time_line(const Result& result, int columns) {
  if (result.events.empty()) return "";
  std::vector<Column> told{{"time_s", Align::right}, {"job"}, {"event"}, {"what"}};
  for (const TimeLineRow& row : time_line_rows(result)) {
    told[0].cells.push_back(fmt::format("{:.6f}", row.time.count()));
    told[1].cells.push_back(row.job);
    told[2].cells.push_back(row.kind);
    told[3].cells.push_back(row.story);
  }
  return side_by_side(told, columns);
}

} // namespace daruma::results
