#include "sim/results/recovery_rows.hpp"

#include <algorithm>
#include <optional>

namespace daruma::results {

namespace {

bool begins_before(const Interval& a, const Interval& b) { return a.begin < b.begin; }

/// What a span of that kind is to a recovery; nothing if it is work.
std::optional<RecoveryPart> part_of(const std::string& kind) {
  static const std::map<std::string, RecoveryPart> parts{
      {"shrink", RecoveryPart::shrink},   {"spawn", RecoveryPart::spawn},     {"merge", RecoveryPart::rebuild},
      {"split", RecoveryPart::rebuild},   {"rebuild", RecoveryPart::rebuild}, {"load", RecoveryPart::reload},
      {"agree", RecoveryPart::agreement}, {"restart", RecoveryPart::other},   {"phase.recovery", RecoveryPart::other}};
  const auto found = parts.find(kind);
  return found == parts.end() ? std::nullopt : std::optional(found->second);
}

bool is_of_the_end(const std::string& kind) { return kind == "end" || kind == "abort" || kind == "cut"; }

class Sorting {
public:
  explicit Sorting(const std::string& job) : job_(job) {}

  void add(const Event& event) {
    if (event.job != job_) return;
    if (event.kind == "death") {
      rows_.deaths.push_back(event.time);
      rows_.dead.insert(event.process);
      return;
    }
    if (!is_of_the_end(event.kind)) rows_.last = std::max(rows_.last, event.time);
    if (event.kind == "detection") rows_.detections.push_back(event.time);
    if (event.kind == "revoke") rows_.revokes.push_back(event.time);
    if (event.kind == "abort") rows_.aborts.push_back(event.time);
    if (event.kind == "order") rows_.orders.push_back(event.time);
    if (event.kind == "rerun") rerun_ = event.time;
    if (event.kind == "start") start(event.time);
  }

  void add(const Span& span) {
    if (span.job != job_ || span.process < 0) return;
    rows_.last = std::max(rows_.last, span.end);
    if (span.kind == "checkpoint")
      rows_.saved[span.text].push_back(span.end);
    else if (const auto part = part_of(span.kind))
      rows_.operations.push_back(
          {span.begin, span.end, *part, span.process, span.kind != "agree" && span.kind != "split", span.text});
    else
      rows_.work.add(span.process, {span.begin, span.end});
  }

  RecoveryRows take() {
    std::stable_sort(rows_.operations.begin(), rows_.operations.end(),
                     [](const Operation& a, const Operation& b) { return a.begin < b.begin; });
    rows_.work.sort();
    return std::move(rows_);
  }

private:
  void start(Seconds time) {
    rows_.starts.push_back(time);
    if (rerun_) rows_.operations.push_back({*rerun_, time, RecoveryPart::relaunch, -1, true, ""});
    rerun_.reset();
  }

  const std::string& job_;
  RecoveryRows rows_;
  std::optional<Seconds> rerun_; ///< it has been ordered, and not begun
};

} // namespace

void Work::add(int process, const Interval& step) {
  all_.push_back(step);
  of_process_[process].push_back(step);
}

void Work::sort() {
  std::sort(all_.begin(), all_.end(), begins_before);
  for (auto& entry : of_process_) std::sort(entry.second.begin(), entry.second.end(), begins_before);
  earliest_end_.assign(all_.size(), Seconds(0));
  Seconds earliest(std::numeric_limits<double>::infinity());
  for (std::size_t i = all_.size(); i-- > 0;) earliest_end_[i] = earliest = std::min(earliest, all_[i].end);
}

bool Work::was_done(Seconds begin, Seconds end) const {
  const auto first = std::lower_bound(all_.begin(), all_.end(), Interval{begin, begin}, begins_before);
  return first != all_.end() && earliest_end_[static_cast<std::size_t>(first - all_.begin())] <= end;
}

bool Work::contains(const Operation& operation, Seconds since) const {
  const auto steps = of_process_.find(operation.process);
  if (steps == of_process_.end()) return false;
  const auto first =
      std::lower_bound(steps->second.begin(), steps->second.end(), Interval{since, since}, begins_before);
  for (auto step = first; step != steps->second.end() && step->begin <= operation.begin; ++step)
    if (step->end >= operation.end) return true;
  return false;
}

RecoveryRows rows_of(const std::string& job, const RowList<Event>& events, const RowList<Span>& spans) {
  Sorting sorting(job);
  for (const Event& event : events) sorting.add(event);
  for (const Span& span : spans) sorting.add(span);
  return sorting.take();
}

} // namespace daruma::results
