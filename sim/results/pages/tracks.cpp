#include "sim/results/pages/tracks.hpp"

#include "sim/results/pages/pieces.hpp"
#include "sim/results/printed.hpp"
#include "sim/results/sinks.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace daruma::pages {

namespace {

constexpr double grain = 5e-4; // of the run: what lies closer together is one mark
constexpr std::size_t most_jobs = 60;
constexpr const char* whole_machine = "machine";

struct Interval {
  double begin;
  double end;
};

std::string shown_job(const std::string& job) { return job.empty() ? whole_machine : job; }

double end_of(const results::Result& result) {
  double end = 0;
  for (const auto& job : result.jobs) end = std::max(end, job.end.count());
  for (const auto& event : result.events) end = std::max(end, event.time.count());
  for (const auto& span : result.spans) end = std::max(end, span.end.count());
  return end > 0 ? end : 1;
}

/// Intervals without those gaps between them that are shorter than `gap`; they come sorted by their beginnings.
std::vector<Interval> united(const std::vector<Interval>& sorted, double gap) {
  std::vector<Interval> all;
  for (const Interval& interval : sorted) {
    if (all.empty() || interval.begin > all.back().end + gap)
      all.push_back(interval);
    else
      all.back().end = std::max(all.back().end, interval.end);
  }
  return all;
}

bool is_fatal(const std::string& kind) {
  static const std::set<std::string> kinds{"death", "kill", "node_off", "cut_off", "hang", "break"};
  return kinds.count(kind) != 0;
}

class Drawing {
public:
  explicit Drawing(const results::Result& result) : result_(result), end_(end_of(result)) {
    for (const auto& span : result.spans) spans_[span.job][span.kind].push_back({span.begin.count(), span.end.count()});
    for (auto& [job, kinds] : spans_)
      for (auto& [kind, intervals] : kinds)
        std::sort(intervals.begin(), intervals.end(),
                  [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    for (const auto& event : result.events)
      if (!results::is_printed(event)) events_[event.job].push_back(event);
  }

  Markup draw() {
    html_.begin("figure", {{"class", "tracks"}});
    if (events_.count("") != 0) draw_track("", 0, nullptr);
    for (std::size_t i = 0; i < std::min(result_.jobs.size(), most_jobs); ++i)
      draw_track(result_.jobs[i].name, i, &result_.jobs[i]);
    html_.begin("div", {{"class", "track"}}).element("span", "").begin("span", {{"class", "axis"}});
    for (const double part : {0.0, 0.5, 1.0}) html_.element("span", fmt::format("{:.4g} s", part * end_));
    html_.end().end().end();
    if (result_.jobs.size() > most_jobs)
      html_.add(note(fmt::format("{} of {} jobs are drawn.", most_jobs, result_.jobs.size())));
    return html_;
  }

private:
  std::string place(double begin, double end) const {
    return fmt::format("left:{:.3f}%;width:{:.3f}%", 100 * begin / end_, 100 * (end - begin) / end_);
  }

  void draw_track(const std::string& job, std::size_t number, const results::JobRow* row) {
    const std::string colour = colour_class(number);
    html_.begin("div", {{"class", "track job"}, {"data-job", shown_job(job)}}).element("span", shown_job(job));
    html_.begin("span", {{"class", "lane"}});
    if (row != nullptr)
      html_.element("i", "", {{"class", colour}, {"style", place(row->start.count(), row->end.count())}});
    draw_instants(events_[job]);
    html_.end().end();
    for (const auto& [kind, intervals] : spans_[job]) draw_spans(job, kind, intervals, colour);
  }

  void draw_spans(const std::string& job, const std::string& kind, const std::vector<Interval>& intervals,
                  const std::string& colour) {
    html_.begin("div", {{"class", "track"}, {"data-job", shown_job(job)}, {"data-kind", kind}}).element("span", kind);
    html_.begin("span", {{"class", "lane"}});
    for (const auto& [begin, end] : united(intervals, grain * end_))
      html_.element("i", "",
                    {{"class", colour},
                     {"style", place(begin, end)},
                     {"title", fmt::format("{}: {:.6g} s to {:.6g} s", kind, begin, end)}});
    html_.end().end();
  }

  void draw_instants(const std::vector<results::Event>& events) {
    std::map<std::string, double> last;
    for (const results::Event& event : events) {
      const double time = event.time.count();
      const auto before = last.find(event.kind);
      if (before != last.end() && time - before->second < grain * end_) continue;
      last[event.kind] = time;
      html_.element("i", "",
                    {{"class", is_fatal(event.kind) ? "instant fatal" : "instant"},
                     {"data-kind", event.kind},
                     {"style", fmt::format("left:{:.3f}%", 100 * time / end_)},
                     {"title", fmt::format("{:.6g} s {} {}", time, event.kind, event.text)}});
    }
  }

  const results::Result& result_;
  double end_;
  std::map<std::string, std::map<std::string, std::vector<Interval>>> spans_;
  std::map<std::string, std::vector<results::Event>> events_;
  Markup html_;
};

Markup choice(const std::string& name, const std::string& all, const std::set<std::string>& values) {
  Markup html;
  html.begin("select", {{"name", name}, {"aria-label", name}}).element("option", all, {{"value", ""}});
  for (const std::string& value : values) html.element("option", value, {{"value", value}});
  html.end();
  return html;
}

Markup filters(const results::Result& result) {
  std::set<std::string> jobs;
  std::set<std::string> kinds;
  for (const auto& job : result.jobs) jobs.insert(job.name);
  for (const auto& event : result.events) {
    jobs.insert(shown_job(event.job));
    kinds.insert(event.kind);
  }
  for (const auto& span : result.spans) kinds.insert(span.kind);
  Markup html;
  html.begin("div", {{"class", "filters"}});
  html.add(choice("job", "all jobs", jobs)).add(choice("kind", "all kinds", kinds)).end();
  return html;
}

Markup events_table(const results::Result& result, std::size_t most_rows) {
  const auto rows = results::time_line_rows(result);
  Table happened{{"time_s", "job", "event", "what"}, {}, {}};
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i) {
    const auto& row = rows[i];
    happened.rows.push_back({fmt::format("{:.6f}", row.time.count()), row.job, row.kind, row.story});
    happened.marks.push_back({{"data-job", shown_job(row.job)}, {"data-kind", row.kind}});
  }
  Markup html = table(happened);
  if (rows.size() > most_rows)
    html.add(note(fmt::format("The first {} of {} lines; all events are in result.json.", most_rows, rows.size())));
  return html;
}

} // namespace

Markup time_line(const results::Result& result, std::size_t most_rows) {
  if (result.events.empty() && result.spans.empty()) return note("Nothing was noted while it ran.");
  Markup html = filters(result);
  html.add(Drawing(result).draw());
  if (result.spans.empty())
    html.add(note("There are no spans: none were recorded, or trace.json is not beside the result."));
  return html.add(events_table(result, most_rows));
}

} // namespace daruma::pages
