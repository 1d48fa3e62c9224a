// The part of the runtime that reads commands and carries them out.
//
// Rank 0 reads and understands a line; what the others are told is its effect. A rank that is to die does
// so only once all have heard of it (the barrier), and the order to die stays on the list until the job
// has settled again: whoever is kept from dying by a failure in that moment dies during the recovery.
#include "models/dyprc/mpi/runtime.hpp"

#include "models/port/port.hpp"

#include <algorithm>

namespace daruma::models::dyprc {

int Runtime::poll() {
  if (!has_restart_point_) return 0;
  const MPI_Comm world = processes_.world();
  const int read_before = job_.commands;
  news_.clear();
  if (is_first()) read_command();
  call_ = {port().now().count(), job_.commands, job_.resize_to, job_.is_put_aside, static_cast<int>(news_.size())};

  MPI_Bcast(&call_, sizeof call_, MPI_BYTE, 0, world);
  news_.resize(call_.new_kills);
  if (!news_.empty()) MPI_Bcast(news_.data(), static_cast<int>(news_.size() * sizeof(TimedKill)), MPI_BYTE, 0, world);

  take_in_call();
  if (has_due_kills()) {
    MPI_Barrier(world);
    kill_due();
  }
  if (job_.resize_to != Wishes::as_it_is) go_back(Cause::order);
  return job_.commands - read_before;
}

void Runtime::take_in_call() {
  job_.last_whole_s = call_.now_s;
  job_.commands = call_.commands;
  job_.resize_to = call_.resize_to;
  job_.is_put_aside = call_.is_put_aside;
  if (job_.resize_to != Wishes::as_it_is) job_.answer_owed = true;
  if (!is_first()) job_.kills.insert(job_.kills.end(), news_.begin(), news_.end());
}

/// Takes effect here at once: should telling the others fail, they learn of it when the job settles again.
void Runtime::read_command() {
  const auto line = port().commands().take();
  if (!line) return;
  const int number = job_.commands++;
  const ParsedCommand command = parse_command(*line);
  if (const auto* kill = std::get_if<Kill>(&command)) {
    schedule(*kill);
  } else if (const auto* random_kill = std::get_if<KillRandom>(&command)) {
    RandomStream random(port().seed(), 0, "dyprc/command-" + std::to_string(number));
    schedule({random_kill->after, draw_victims(*random_kill, random)});
  } else if (const auto* resize = std::get_if<Resize>(&command); resize && resize->ranks != job_.roster.ranks) {
    job_.resize_to = resize->ranks;
    job_.answer_owed = true;
  } else if (std::holds_alternative<PutAside>(command)) {
    job_.is_put_aside = true;
  } else {
    const auto* error = std::get_if<CommandError>(&command);
    if (error) port().print("command \"" + *line + "\" is ignored: " + error->sentence);
    answer();
  }
}

void Runtime::schedule(const Kill& kill) {
  const Seconds due = port().now() + kill.after;
  for (const int rank : kill.ranks) news_.push_back({due.count(), rank});
  job_.kills.insert(job_.kills.end(), news_.begin(), news_.end());
}

bool Runtime::is_due(const TimedKill& kill) const { return kill.due_s <= job_.last_whole_s; }

bool Runtime::has_due_kills() const {
  return std::any_of(job_.kills.begin(), job_.kills.end(), [this](const TimedKill& kill) { return is_due(kill); });
}

bool Runtime::is_condemned() const {
  return is_rank() && std::any_of(job_.kills.begin(), job_.kills.end(),
                                  [this](const TimedKill& kill) { return is_due(kill) && kill.rank == place_; });
}

void Runtime::kill_due() {
  const auto is_pointless = [this](const TimedKill& kill) {
    return is_due(kill) && (kill.rank >= job_.roster.ranks || !ulfm::available);
  };
  if (is_first())
    for (const TimedKill& kill : job_.kills)
      if (is_pointless(kill))
        port().print(
            "rank " + std::to_string(kill.rank) + " is not killed: " +
            (ulfm::available ? "ranks end at " + std::to_string(job_.roster.ranks - 1) : "this MPI cannot survive it"));
  job_.kills.erase(std::remove_if(job_.kills.begin(), job_.kills.end(), is_pointless), job_.kills.end());
  if (is_condemned()) port().die();
  if (!has_due_kills()) answer();
}

/// The answer to a kill is owed once the job has settled without the killed.
void Runtime::settle_kills() {
  if (has_due_kills()) job_.answer_owed = true;
  job_.kills.erase(
      std::remove_if(job_.kills.begin(), job_.kills.end(), [this](const TimedKill& kill) { return is_due(kill); }),
      job_.kills.end());
}

void Runtime::answer() {
  if (is_first()) port().commands().answer(job_.roster.ranks);
}

} // namespace daruma::models::dyprc
