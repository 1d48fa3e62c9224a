#include "sim/results/recoveries.hpp"

#include "sim/results/recovery_rows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace daruma::results {

namespace {

/// From the first death to when the last rank is back at work, and what happened there.
struct Extent {
  Seconds death;
  Seconds back;
  std::size_t deaths_so_far; ///< of the job, those of this episode included
};

Seconds last_until(const std::vector<Seconds>& sorted, Seconds time, Seconds otherwise) {
  const auto after = std::upper_bound(sorted.begin(), sorted.end(), time);
  return after == sorted.begin() ? otherwise : *std::prev(after);
}

bool has_between(const std::vector<Seconds>& sorted, Seconds begin, Seconds end) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), begin);
  return first != sorted.end() && *first <= end;
}

/// Whether the operation is part of a step of the work that began after the last death before it, or an agreement in
/// which a process waits while others work, as idle ones do.
bool is_work(const RecoveryRows& rows, const Operation& operation) {
  const Seconds last_death = last_until(rows.deaths, operation.begin, rows.deaths.front());
  const bool waits = operation.part == RecoveryPart::agreement &&
                     rows.work.was_done(std::max(operation.begin, last_death), operation.end);
  return waits || rows.work.contains(operation, last_death);
}

/// Grows an episode operation by operation.
class Growing {
public:
  Growing(const RecoveryRows& rows, std::size_t first_death)
      : rows_(rows), extent_{rows.deaths[first_death], rows.deaths[first_death], first_death + 1} {}

  Extent grow() {
    for (const Operation& operation : rows_.operations) {
      if (operation.end <= extent_.death) continue;
      if (!take_deaths_until(operation.begin) || has_gone_on(operation.begin)) return extent_;
      if (repairs(operation)) extent_.back = std::max(extent_.back, operation.end);
    }
    if (extent_.back == extent_.death) wait_for_detection();
    take_deaths_until(extent_.back);
    return extent_;
  }

private:
  /// False if the next of them begins another episode.
  bool take_deaths_until(Seconds time) {
    for (; extent_.deaths_so_far < rows_.deaths.size(); ++extent_.deaths_so_far) {
      const Seconds next = rows_.deaths[extent_.deaths_so_far];
      if (next > time) return true;
      if (begins_another(next)) return false;
    }
    return true;
  }

  /// Who has not begun to recover may not know yet; but a step of the work after the detection says that nothing has to
  /// be done.
  bool begins_another(Seconds death) {
    if (extent_.back > extent_.death) return death > extent_.back;
    const auto detected = std::lower_bound(rows_.detections.begin(), rows_.detections.end(), extent_.death);
    if (detected == rows_.detections.end() || !rows_.work.was_done(*detected, death)) return false;
    wait_for_detection();
    return true;
  }

  bool has_gone_on(Seconds until) const {
    const bool has_recovered = extent_.back > extent_.death;
    return has_recovered &&
           (rows_.work.was_done(extent_.back, until) || has_between(rows_.orders, extent_.back, until));
  }

  bool repairs(const Operation& operation) const {
    return rows_.work.is_shown() ? !is_work(rows_, operation) : operation.repairs;
  }

  /// Where nobody repairs anything: the last one before the next death that is detected.
  void wait_for_detection() {
    const bool is_last = extent_.deaths_so_far == rows_.deaths.size();
    const Seconds next = is_last ? never : rows_.deaths[extent_.deaths_so_far];
    extent_.back = std::max(extent_.death, last_until(rows_.detections, next, extent_.death));
  }

  const RecoveryRows& rows_;
  Extent extent_;
};

/// What changes at an instant; at the same one in this order.
enum class Change { end, death, detection, abort, revoke, begin, all_take_part };

struct Mark {
  Seconds time;
  Change change;
  RecoveryPart part = RecoveryPart::other;
  bool is_new = true; ///< an operation that began after the first death
};

/// What is known of the job at an instant.
class Situation {
public:
  void apply(const Mark& mark) {
    switch (mark.change) {
    case Change::end:
      --under_way_[index(mark.part)];
      break;
    case Change::death:
      is_detected_ = has_acted_ = is_revoked_ = has_operated_ = false;
      break;
    case Change::detection:
      is_detected_ = true;
      break;
    case Change::abort:
      is_detected_ = has_acted_ = true;
      break;
    case Change::revoke:
      is_detected_ = has_acted_ = is_revoked_ = true;
      has_operated_ = false;
      break;
    case Change::all_take_part:
      do_all_take_part_ = true;
      break;
    case Change::begin:
      ++under_way_[index(mark.part)];
      if (mark.is_new) note_sign(mark.part);
      break;
    }
  }

  RecoveryPart part() const {
    if (!do_all_take_part_ && is_detected_) return is_revoked_ ? RecoveryPart::revoke : RecoveryPart::propagation;
    for (const auto part : {RecoveryPart::shrink, RecoveryPart::spawn, RecoveryPart::rebuild, RecoveryPart::reload,
                            RecoveryPart::relaunch})
      if (under_way_[index(part)] > 0) return part;
    if (!is_detected_) return RecoveryPart::detection;
    if (under_way_[index(RecoveryPart::agreement)] > 0) return RecoveryPart::agreement;
    if (!has_acted_) return RecoveryPart::propagation;
    return is_revoked_ && !has_operated_ ? RecoveryPart::revoke : RecoveryPart::other;
  }

private:
  static std::size_t index(RecoveryPart part) { return static_cast<std::size_t>(part); }

  /// Who agrees may not know of the death yet; whoever does anything else does.
  void note_sign(RecoveryPart begun) {
    if (begun == RecoveryPart::agreement && !is_detected_) return;
    is_detected_ = has_acted_ = true;
    has_operated_ = has_operated_ || begun != RecoveryPart::other;
  }

  std::array<int, recovery_parts> under_way_{};
  bool do_all_take_part_ = false; ///< the survivors of the first death have begun to agree or to shrink
  bool is_detected_ = false;
  bool has_acted_ = false;
  bool is_revoked_ = false;
  bool has_operated_ = false;
};

void add_marks(std::vector<Mark>& marks, const std::vector<Seconds>& times, Change change, const Extent& extent) {
  for (auto time = std::lower_bound(times.begin(), times.end(), extent.death);
       time != times.end() && *time <= extent.back; ++time)
    marks.push_back({*time, change});
}

bool is_of(const RecoveryRows& rows, const Extent& extent, const Operation& operation) {
  return operation.begin < extent.back && operation.end > extent.death && !is_work(rows, operation);
}

/// When the last of those who agree or shrink first of all begins to do so. Others were started meanwhile; a job that
/// is begun anew does not wait for anybody.
Seconds last_takes_part(const RecoveryRows& rows, const Extent& extent) {
  Seconds last = extent.death;
  std::set<int> seen;
  for (const Operation& operation : rows.operations) {
    if (operation.part == RecoveryPart::other || !is_of(rows, extent, operation)) continue;
    if (operation.part == RecoveryPart::relaunch) break;
    if (!seen.insert(operation.process).second) continue;
    if (operation.part == RecoveryPart::agreement || operation.part == RecoveryPart::shrink)
      last = std::max(last, operation.begin);
  }
  return last;
}

std::vector<Mark> marks_of(const RecoveryRows& rows, const Extent& extent) {
  std::vector<Mark> marks;
  add_marks(marks, rows.deaths, Change::death, extent);
  add_marks(marks, rows.detections, Change::detection, extent);
  add_marks(marks, rows.aborts, Change::abort, extent);
  add_marks(marks, rows.revokes, Change::revoke, extent);
  for (const Operation& operation : rows.operations) {
    if (!is_of(rows, extent, operation)) continue;
    const bool is_new = operation.begin >= extent.death;
    marks.push_back({std::max(operation.begin, extent.death), Change::begin, operation.part, is_new});
    marks.push_back({std::min(operation.end, extent.back), Change::end, operation.part});
  }
  marks.push_back({last_takes_part(rows, extent), Change::all_take_part});
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return a.time != b.time ? a.time < b.time : a.change < b.change;
  });
  return marks;
}

std::vector<Slice> slices_of(const RecoveryRows& rows, const Extent& extent) {
  std::vector<Slice> slices;
  Situation situation;
  const auto pass = [&slices, &situation](Seconds begin, Seconds end) {
    if (begin >= end) return;
    if (!slices.empty() && slices.back().part == situation.part())
      slices.back().end = end;
    else
      slices.push_back({begin, end, situation.part()});
  };
  Seconds reached = extent.death;
  for (const Mark& mark : marks_of(rows, extent)) {
    pass(reached, mark.time);
    reached = mark.time;
    situation.apply(mark);
  }
  pass(reached, extent.back);
  return slices;
}

/// From where on work is done again: when what the last reload of a process reads was saved, at the latest.
Seconds lost_since(const RecoveryRows& rows, const Extent& extent) {
  std::map<int, std::string> reloaded;
  bool begins_anew = false;
  for (const Operation& operation : rows.operations) {
    if (operation.begin < extent.death || operation.begin >= extent.back) continue;
    if (operation.part == RecoveryPart::reload) reloaded[operation.process] = operation.what;
    begins_anew = begins_anew || operation.part == RecoveryPart::relaunch;
  }
  std::optional<Seconds> since;
  for (const auto& [process, what] : reloaded) {
    const auto saved = rows.saved.find(what);
    if (saved == rows.saved.end() || saved->second.front() > extent.death) continue;
    since = std::max(since.value_or(saved->second.front()), last_until(saved->second, extent.death, extent.death));
  }
  if (since) return *since;
  const bool is_from_start = begins_anew || !reloaded.empty();
  return is_from_start ? last_until(rows.starts, extent.death, extent.death) : extent.death;
}

} // namespace

Seconds Recovery::of(RecoveryPart part) const {
  Seconds sum{0};
  for (const Slice& slice : slices)
    if (slice.part == part) sum += slice.end - slice.begin;
  return sum;
}

std::vector<Recovery> recoveries_of(const JobRow& job, const RowList<Event>& events, const RowList<Span>& spans) {
  std::vector<Recovery> all;
  if (job.deaths == 0) return all;
  const RecoveryRows rows = rows_of(job.name, events, spans);
  for (std::size_t death = 0; death < rows.deaths.size();) {
    const Extent extent = Growing(rows, death).grow();
    death = extent.deaths_so_far;
    const bool goes_on = job.finished || rows.last > extent.back || death < rows.deaths.size();
    if (extent.back == extent.death || !goes_on) continue;
    all.push_back({job.name, static_cast<int>(all.size()) + 1, extent.death, extent.back,
                   extent.death - lost_since(rows, extent), slices_of(rows, extent)});
  }
  return all;
}

} // namespace daruma::results
