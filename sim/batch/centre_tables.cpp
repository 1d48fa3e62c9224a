#include "sim/batch/centre_tables.hpp"

#include "sim/batch/batsim_protocol.hpp"
#include "sim/batch/bits.hpp"
#include "sim/batch/dependencies.hpp"
#include "sim/core/number_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace daruma::batch {

namespace {

/// In quotes where it must be.
std::string as_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

template <class... Values>
void add_row(results::LongText& table, fmt::format_string<const Values&...> row, const Values&... values) {
  fmt::memory_buffer line;
  fmt::format_to(std::back_inserter(line), row, values...);
  line.push_back('\n');
  table << std::string_view(line.data(), line.size());
}

const char* kind_of(const Job& job) {
  if (job.is_urgent) return "urgent";
  switch (job.flexibility) {
  case Flexibility::rigid:
    return "rigid";
  case Flexibility::mouldable:
    return "mouldable";
  case Flexibility::resizable:
    return "resizable";
  case Flexibility::malleable:
    return "malleable";
  case Flexibility::evolving:
    return "evolving";
  }
  return "";
}

void add_word(int word, std::uint64_t nodes, NumberRanges& ranges) {
  while (nodes != 0) {
    const int first = lowest_bit(nodes);
    const std::uint64_t from_first = nodes >> first;
    const int count = ~from_first == 0 ? 64 : lowest_bit(~from_first);
    ranges.add(64 * word + first, 64 * word + first + count - 1);
    nodes = first + count == 64 ? 0 : nodes >> (first + count) << (first + count);
  }
}

bool is_same(const CentreState& a, const CentreState& b) {
  return std::tie(a.used, a.free, a.closed, a.held, a.reserved, a.down, a.spare, a.waiting, a.asked_for, a.power,
                  a.cap) == std::tie(b.used, b.free, b.closed, b.held, b.reserved, b.down, b.spare, b.waiting,
                                     b.asked_for, b.power, b.cap);
}

/// In Batsim's words: a job that was lost after it had started was killed.
const char* state_name(const Job& job, const JobOutcome& outcome) {
  if (outcome.fate == JobOutcome::Fate::finished) return name_of(batsim::state_at_end(job));
  return outcome.interruptions > 0 ? name_of(batsim::JobState::completed_killed) : "REJECTED";
}

/// All times of the windows from the first submission on that begin before the end.
results::LongText closings(const std::vector<Window>& windows, const std::vector<Job>& jobs, Seconds end) {
  results::LongText table;
  table << "nodes,begin,end,users\n";
  for (const Window& window : windows) {
    const std::string users = fmt::format("{}", fmt::join(window.users, " "));
    Places places;
    for (const int node : window.nodes) places.add(node, 1);
    for (Span span = window.next(jobs.front().submit); span.from < end; span = window.next(span.until))
      add_row(table, "{},{},{},{}", node_ranges(places), span.from.count(), span.until.count(), users);
  }
  return table;
}

} // namespace

std::string node_ranges(const Places& places) {
  std::vector<Block> blocks = places.blocks();
  std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.word < b.word; });
  NumberRanges ranges;
  for (std::size_t i = 0; i < blocks.size();) {
    const int word = blocks[i].word;
    std::uint64_t nodes = 0;
    for (; i < blocks.size() && blocks[i].word == word; ++i) nodes |= blocks[i].nodes;
    add_word(word, nodes, ranges);
  }
  return ranges.take();
}

CentreTables::CentreTables(const std::vector<Job>& jobs, const std::vector<std::string>& names, const std::string& log,
                           std::vector<Window> windows, std::optional<Watts> busy_core,
                           std::optional<BytesPerSecond> file_system)
    : jobs_(jobs), names_(names), log_(as_cell(log)), windows_(std::move(windows)),
      are_held_back_(Dependencies::are_any(jobs)), busy_core_(busy_core), file_system_(file_system) {
  job_rows_ << "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,"
               "final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,"
               "allocated_resources,user_id,queue_number,partition_number,interruptions,resizes,used_core_s"
            << (are_held_back_ ? ",eligible_time" : "") << (busy_core_ ? ",consumed_energy\n" : "\n");
  stays_ << "job_id,purpose,begin,end,cores,nodes\n";
  states_ << "time,used,free,reserved,down,spare,waiting_jobs,waiting_cores,closed,held"
          << (busy_core_ ? ",power_w,cap_w" : "") << (file_system_ ? ",file_system_use,file_system_demand\n" : "\n");
  outages_ << "node,down,up\n";
}

void CentreTables::stayed(const Stay& stay) {
  last_ = {stay.job, node_ranges(stay.places)};
  add_row(stays_, "{},{},{},{},{},{}", names_[stay.job], stay.purpose == Stay::Purpose::work ? "work" : "leaving",
          stay.begin.count(), stay.end.count(), stay.cores, last_->nodes);
  ++rows_;
}

/// A job that was lost while it waited has no nodes, and one that never started no times of its own.
void CentreTables::ended(std::size_t number, const JobOutcome& outcome) {
  if (outcome.fate == JobOutcome::Fate::never_eligible || outcome.fate == JobOutcome::Fate::cancelled)
    return add_never_run(number, outcome);
  const Job& job = jobs_[number];
  const bool is_finished = outcome.fate == JobOutcome::Fate::finished;
  const bool has_started = is_finished || outcome.interruptions > 0;
  const Seconds turnaround = outcome.end - outcome.submit;
  const Seconds execution = outcome.end - outcome.start;
  const auto if_started = [=](double value) { return has_started ? fmt::format("{}", value) : std::string(); };
  const bool is_longer_than_nothing = has_started && execution > Seconds(0);
  const bool is_done = is_finished && batsim::state_at_end(job) == batsim::JobState::completed_successfully;
  add_row(job_rows_, "{},{},{},{},{},{},{:d},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}", names_[number],
          job.is_logged ? log_ : "", kind_of(job), outcome.submit.count(), job.processors, job.limit.count(), is_done,
          state_name(job, outcome), if_started(outcome.start.count()), if_started(execution.count()),
          outcome.end.count(), outcome.waited.count(), turnaround.count(),
          is_longer_than_nothing ? fmt::format("{}", turnaround / execution) : std::string(),
          last_ && last_->job == number ? last_->nodes : std::string(), job.account.user, job.account.qos,
          job.account.partition, outcome.interruptions, outcome.resizes,
          is_finished ? fmt::format("{}", outcome.used.count()) : std::string(),
          are_held_back_ ? fmt::format(",{}", outcome.eligible.count()) : std::string(),
          busy_core_ ? fmt::format(",{}", outcome.occupied.count() * busy_core_->value()) : std::string());
}

/// In Batsim's words a job that stays pending is SUBMITTED. It has no end, and was never eligible.
void CentreTables::add_never_run(std::size_t number, const JobOutcome& outcome) {
  const Job& job = jobs_[number];
  const bool is_cancelled = outcome.fate == JobOutcome::Fate::cancelled;
  const auto if_cancelled = [=](Seconds time) {
    return is_cancelled ? fmt::format("{}", time.count()) : std::string();
  };
  add_row(job_rows_, "{},{},{},{},{},{},0,{},,,{},,{},,,{},{},{},0,0,,{}", names_[number], job.is_logged ? log_ : "",
          kind_of(job), outcome.submit.count(), job.processors, job.limit.count(),
          is_cancelled ? "REJECTED" : "SUBMITTED", if_cancelled(outcome.end),
          if_cancelled(outcome.end - outcome.submit), job.account.user, job.account.qos, job.account.partition,
          busy_core_ ? ",0" : "");
}

void CentreTables::node_down(int node, Seconds since) { down_.emplace(node, since); }

void CentreTables::node_up(int node, Seconds since) {
  const auto outage = down_.find(node);
  add_row(outages_, "{},{},{}", node, outage->second.count(), since.count());
  down_.erase(outage);
}

bool CentreTables::is_as_told(const CentreState& state) const {
  if (!is_same(*state_, state)) return false;
  constexpr Seconds apart(60);
  return !file_system_ || state.time - state_->time < apart;
}

void CentreTables::stands(const CentreState& state) {
  if (state_ && is_as_told(state)) return;
  if (state_) add_state(*state_, state);
  state_ = state;
  ++rows_;
}

void CentreTables::add_state(const CentreState& state, const CentreState& next) {
  const std::string cap = state.cap > Watts(0) ? fmt::format("{}", state.cap.value()) : std::string();
  const std::string power = busy_core_ ? fmt::format(",{},{}", state.power.value(), cap) : std::string();
  std::string transfers;
  if (file_system_) {
    constexpr Seconds least(1e-6); // of less the difference of sums is rounding
    const Seconds time = next.time - state.time;
    const auto part = [&](Bytes before, Bytes after) {
      return time > least ? (after - before) / (*file_system_ * time) : 0.0;
    };
    transfers = fmt::format(",{},{}", part(state.traffic.moved, next.traffic.moved),
                            part(state.traffic.wanted, next.traffic.wanted));
  }
  add_row(states_, "{},{},{},{},{},{},{},{},{},{}{}{}", state.time.count(), state.used, state.free, state.reserved,
          state.down, state.spare, state.waiting, state.asked_for, state.closed, state.held, power, transfers);
}

std::map<std::string, results::LongText> CentreTables::take() {
  for (const auto& [node, since] : down_) add_row(outages_, "{},{},", node, since.count());
  if (state_) add_state(*state_, *state_);
  std::map<std::string, results::LongText> tables{{"jobs.csv", std::move(job_rows_)},
                                                  {"schedule.csv", std::move(stays_)},
                                                  {"series.csv", std::move(states_)},
                                                  {"outages.csv", std::move(outages_)}};
  if (!windows_.empty()) tables["reservations.csv"] = closings(windows_, jobs_, state_ ? state_->time : Seconds(0));
  return tables;
}

} // namespace daruma::batch
