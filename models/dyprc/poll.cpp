// The part of the runtime that reads commands and carries them out.
#include "models/dyprc/runtime.hpp"

#include <algorithm>

namespace daruma::models::dyprc {

int Runtime::poll() {
  if (!has_restart_point_) return 0;
  const MPI_Comm world = crew_.world();
  fetch_command();
  MPI_Bcast(&call_, sizeof call_, MPI_BYTE, 0, world);
  job_.last_whole_s = call_.now_s;
  const bool has_command = call_.line_length != none;
  if (!has_command && !has_due_kills()) return 0;

  if (has_command) line_.resize(call_.line_length);
  if (has_command) MPI_Bcast(line_.data(), call_.line_length, MPI_CHAR, 0, world);
  int received = 1;
  if (const int code = ulfm::agree(world, &received); code != MPI_SUCCESS) met_error(code);

  if (has_command) carry_out(line_);
  kill_due();
  if (job_.resize_to != Wishes::as_it_is) go_back(Cause::order);
  return has_command ? 1 : 0;
}

/// A command is taken from the file once and offered until all have agreed on having it.
void Runtime::fetch_command() {
  if (!is_first()) return;
  if (!taken_) taken_ = port().commands().take();
  call_ = {port().now().count(), taken_ ? static_cast<int>(taken_->size()) : none};
  if (taken_) line_ = *taken_;
}

bool Runtime::has_due_kills() const {
  return std::any_of(job_.kills.begin(), job_.kills.end(),
                     [this](const TimedKill& kill) { return kill.due_s <= call_.now_s; });
}

void Runtime::carry_out(const std::string& line) {
  taken_.reset();
  const int number = job_.commands++;
  const ParsedCommand command = parse_command(line);
  if (const auto* kill = std::get_if<Kill>(&command)) {
    schedule(*kill);
  } else if (const auto* random_kill = std::get_if<KillRandom>(&command)) {
    RandomStream random(port().seed(), 0, "dyprc/command-" + std::to_string(number));
    schedule({random_kill->after, draw_victims(*random_kill, random)});
  } else if (const auto* resize = std::get_if<Resize>(&command); resize && resize->ranks != job_.roster.ranks) {
    job_.resize_to = resize->ranks;
    job_.answer_owed = 1;
  } else {
    const auto* error = std::get_if<CommandError>(&command);
    if (error && is_first()) port().print("command \"" + line + "\" is ignored: " + error->sentence);
    answer();
  }
}

void Runtime::schedule(const Kill& kill) {
  for (const int rank : kill.ranks) job_.kills.push_back({call_.now_s + kill.after.count(), rank});
}

/// The agreement has made sure that all know of it, so that those who die take no knowledge with them.
void Runtime::kill_due() {
  const auto due = std::stable_partition(job_.kills.begin(), job_.kills.end(),
                                         [this](const TimedKill& kill) { return kill.due_s > call_.now_s; });
  if (due == job_.kills.end()) return;
  bool is_hit = false;
  bool someone_is_hit = false;
  for (auto kill = due; kill != job_.kills.end(); ++kill) {
    const bool exists = kill->rank < job_.roster.ranks;
    if (exists && ulfm::available) {
      someone_is_hit = true;
      is_hit = is_hit || kill->rank == place_;
    } else if (is_first()) {
      port().print("rank " + std::to_string(kill->rank) + " is not killed: " +
                   (exists ? "this MPI cannot survive it" : "ranks end at " + std::to_string(job_.roster.ranks - 1)));
    }
  }
  job_.kills.erase(due, job_.kills.end());
  if (is_hit) port().die();
  if (someone_is_hit)
    job_.answer_owed = 1;
  else
    answer();
}

void Runtime::answer() {
  if (is_first()) port().commands().answer(job_.roster.ranks);
}

} // namespace daruma::models::dyprc
