#include "sim/run/job_life.hpp"

#include <algorithm>
#include <utility>

namespace daruma::run {

namespace {

/// Of a process that nobody has been told of yet, while one with a higher number has been placed.
constexpr int not_placed = -2;

} // namespace

JobLife::JobLife(const scenario::Job& plan, std::size_t index)
    : plan_(plan), index_(index), first_ranks_(plan.ranks), eligible_since_(plan.start) {
  row_.name = plan.name;
  row_.model = plan.program.empty() ? plan.model : plan.program.filename().string();
  row_.ranks_at_start = plan.ranks;
}

bool JobLife::is_placed(int process) const {
  return process < static_cast<int>(run_.nodes.size()) && node_of(process) != not_placed;
}

std::optional<Seconds> JobLife::died_at(int process) const {
  const auto died = run_.died_at.find(process);
  return died == run_.died_at.end() ? std::nullopt : std::optional(died->second);
}

std::vector<int> JobLife::dead_on(int node) const {
  std::vector<int> dead;
  for (const auto& entry : run_.died_at)
    if (node_of(entry.first) == node) dead.push_back(entry.first);
  return dead;
}

void JobLife::launch() {
  run_ = {};
  phase_ = Phase::running;
}

void JobLife::begin(Seconds now) {
  if (!std::exchange(has_begun_, true)) row_.start = now;
}

void JobLife::place(int first, const std::vector<int>& nodes, Seconds now) {
  count_core_time(now);
  const std::size_t end = static_cast<std::size_t>(first) + nodes.size();
  run_.nodes.resize(std::max(run_.nodes.size(), end), not_placed);
  std::copy(nodes.begin(), nodes.end(), run_.nodes.begin() + first);
  run_.placed += static_cast<int>(nodes.size());
  run_.living += static_cast<int>(nodes.size());
}

bool JobLife::lend_core(int process, Seconds now) {
  count_core_time(now);
  return run_.lenders.insert(process).second;
}

bool JobLife::take_core_back(int process, Seconds now) {
  count_core_time(now);
  return run_.lenders.erase(process) > 0;
}

bool JobLife::die(int process, Seconds now) {
  if (run_.is_aborted) return false;
  ++row_.deaths;
  run_.died_at[process] = now;
  return true;
}

void JobLife::fail(int process, int status) {
  if (run_.failed_exits++ == 0)
    row_.reason = "process " + std::to_string(process) + " ended with exit status " + std::to_string(status);
}

std::optional<int> JobLife::release(int process, Seconds now) {
  count_core_time(now);
  --run_.living;
  if (!has_ended()) row_.end = std::max(row_.end, now);
  const bool has_lent_it = run_.lenders.erase(process) > 0;
  const int node = node_of(process);
  return has_lent_it || node == nowhere ? std::nullopt : std::optional(node);
}

void JobLife::abort(const std::string& reason) {
  run_.is_aborted = true;
  row_.reason = reason;
}

void JobLife::abort_itself(int process, const std::string& reason) {
  abort("process " + std::to_string(process) + ": " + reason);
  run_.has_aborted_itself = true;
}

void JobLife::evict() {
  run_.is_aborted = true;
  run_.is_evicted = true;
}

/// A job that failed by itself would only fail again.
Sequel JobLife::sequel() const {
  if (run_.is_evicted || (run_.is_put_aside && run_.has_left())) return Sequel::wait_again;
  const bool lives_by_reruns = plan_.recovery == scenario::RecoveryStyle::rerun;
  return lives_by_reruns && run_.is_struck && !run_.is_complete() ? Sequel::rerun : Sequel::end;
}

void JobLife::run_again() {
  ++row_.reruns;
  row_.reason.clear();
}

void JobLife::end(Seconds now, const std::string& reason) {
  phase_ = Phase::ended;
  row_.end = std::max(row_.end, now);
  if (!has_begun_) row_.start = row_.end;
  row_.ranks_at_end = run_.returned;
  row_.finished = run_.is_complete();
  row_.failed = run_.has_aborted_itself || (run_.failed_exits > 0 && !run_.is_aborted);
  if (!row_.finished && row_.reason.empty()) row_.reason = reason;
  keep_nodes();
}

void JobLife::break_off(Seconds now, const std::string& what) {
  row_.reason = (run_.living > 0 ? "it was running when " : "it was waiting for its start when ") + what;
  phase_ = Phase::ended;
  row_.end = now;
  if (!has_begun_) row_.start = now;
  keep_nodes();
}

void JobLife::keep_nodes() {
  row_.nodes = run_.nodes;
  std::replace(row_.nodes.begin(), row_.nodes.end(), not_placed, nowhere);
}

/// Before the number of its cores changes.
void JobLife::count_core_time(Seconds now) {
  core_time_ += (now - counted_to_) * static_cast<double>(cores());
  counted_to_ = now;
}

} // namespace daruma::run
