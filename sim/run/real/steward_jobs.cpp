// The part of the steward that follows the jobs.
#include "sim/run/real/steward.hpp"

#include <algorithm>

namespace daruma::real {

namespace {

/// After the last process: Open MPI 5's launcher may stay for ever once a job has lost a process.
constexpr Seconds launchers_grace{2};

} // namespace

void Steward::start(RunningJob& job) {
  job.last_sign = clock_.now();
  job.launch(mpi_);
}

/// What has ended is looked up before the logs are read: whoever is missing from both was ended by something else.
void Steward::attend(RunningJob& job) {
  std::vector<int> gone;
  for (const int process : job.living())
    if (job.members.at(process).writer.has_ended()) gone.push_back(process);
  const auto status = collect(job.launcher);
  for (const Told& told : job.directory.read_on()) hear(job, told);
  for (const int process : gone)
    if (job.members.at(process).alive) died(job, process, clock_.now(), "its process ended");
  const Seconds silence = clock_.now() - job.last_sign;
  if (status) {
    job.launcher = 0;
    close(job, *status);
  } else if (job.is_deserted() && silence > launchers_grace) {
    job.sweep();
    close(job, 0);
  } else if (silence > patience_) {
    give_up(job);
  }
}

void Steward::hear(RunningJob& job, const Told& told) {
  job.last_sign = clock_.now();
  std::visit([&](const auto& entry) { hear(job, told.process, entry); }, told.entry);
}

void Steward::hear(RunningJob& job, int process, const models::Began& began) {
  const bool is_first_of_all = !clock_.runs();
  if (is_first_of_all) {
    clock_.set(began.time, job.plan->start);
    plan_ahead();
    for (const auto& other : jobs_) other->last_sign = clock_.now();
  }
  if (job.node_of.count(process) == 0) announce(job, began);
  job.members.emplace(process, Member{Process(began.pid), Process(began.writer), job.node_of.at(process)});
}

/// The first that is heard of processes which were started together: they are given places together.
void Steward::announce(RunningJob& job, const models::Began& began) {
  if (began.first == 0) {
    if (job.row.reruns == 0) job.row.start = clock_.of(began.time);
    minutes_.event(clock_.of(began.time), "start", job.plan->name, -1, std::to_string(began.count) + " processes");
  }
  std::vector<int> nodes = cores_.take(began.count, job.plan->placement);
  if (static_cast<int>(nodes.size()) < began.count)
    minutes_.event(clock_.of(began.time), "placement", job.plan->name, -1,
                   "the scenario's machine has no core free for " +
                       std::to_string(began.count - static_cast<int>(nodes.size())) + " of " +
                       std::to_string(began.count) + " processes: they are on no node of it");
  nodes.resize(static_cast<std::size_t>(began.count), Member::nowhere);
  for (int i = 0; i < began.count; ++i) job.node_of[began.first + i] = nodes[static_cast<std::size_t>(i)];
}

void Steward::hear(RunningJob& job, int process, const models::Noted& note) {
  const Seconds when = clock_.of(note.time);
  if (note.kind == "abort") {
    if (job.aborted) return;
    job.aborted = true;
    job.row.reason = note.text;
  }
  minutes_.event(when, note.kind, job.plan->name, process, note.text);
  if (note.kind == "restart") restarted(job, when);
}

void Steward::hear(RunningJob& job, int process, const models::Spanned& span) {
  minutes_.span(clock_.of(span.begin), clock_.of(span.end), span.kind, job.plan->name, process, span.text);
}

void Steward::hear(RunningJob& job, int process, const models::Measured& measured) {
  minutes_.metric(job.plan->name + "." + measured.name, process, measured.value);
}

void Steward::hear(RunningJob& job, int process, const models::Ended& ended) {
  if (ended.how == models::Ending::returned) ++job.returned;
  if (ended.status != 0) {
    const std::string text = "exit status " + std::to_string(ended.status);
    minutes_.event(clock_.of(ended.time), "exit", job.plan->name, process, text);
    if (job.failed_exits++ == 0) job.row.reason = "process " + std::to_string(process) + " ended with " + text;
  }
  release(job, process, clock_.of(ended.time));
}

void Steward::hear(RunningJob& job, int process, const models::Died& death) {
  died(job, process, clock_.of(death.time), death.cause);
  expect_the_end_of(job);
}

void Steward::hear(RunningJob& job, int process, const models::Broke& broke) {
  if (breakdown_.empty())
    breakdown_ = job.plan->name + ": process " + std::to_string(process) + " stopped with an error: " + broke.what;
}

void Steward::restarted(RunningJob& job, Seconds when) {
  ++job.row.restarts;
  for (const auto& event : scenario_.events)
    if (event.when.job == job.plan->name && event.when.restarts == job.row.restarts)
      at(when + event.when.delay, [this, &event] { happen(event); });
}

void Steward::died(RunningJob& job, int process, Seconds when, const std::string& cause) {
  const auto member = job.members.find(process);
  if (member == job.members.end() || !member->second.alive) return;
  if (!job.aborted) {
    ++job.row.deaths;
    minutes_.event(when, "death", job.plan->name, process, cause);
  }
  job.directory.lose_checkpoints(process);
  release(job, process, when);
}

void Steward::release(RunningJob& job, int process, Seconds when) {
  Member& member = job.members.at(process);
  if (!member.alive) return;
  member.alive = false;
  if (member.node != Member::nowhere) cores_.give_back(member.node);
  job.row.end = std::max(job.row.end, when);
}

/// The launcher has ended, and all that it started with it.
void Steward::close(RunningJob& job, int status) {
  const bool never_began = job.node_of.empty();
  if (never_began && clock_.runs()) job.row.start = job.row.end = clock_.now();
  if (never_began && job.row.reruns == 0)
    throw Lack(mpi_.launcher.string() + " could not start " + job.plan->name + " (exit status " +
               std::to_string(status) + "); it said:" + job.directory.end_of_output());
  for (const int process : job.living()) died(job, process, clock_.now(), "its process ended");
  if (job.plan->recovery == scenario::Recovery::rerun && job.returned == 0 && job.struck && breakdown_.empty())
    rerun(job);
  else
    end(job);
}

void Steward::end(RunningJob& job) {
  if (job.fate == Fate::ended) return;
  job.fate = Fate::ended;
  job.row.ranks_at_end = job.returned;
  for (const auto& [process, node] : job.node_of) {
    job.row.nodes.resize(static_cast<std::size_t>(process), Member::nowhere);
    job.row.nodes.push_back(node);
  }
  job.row.finished = job.returned > 0 && !job.aborted && job.failed_exits == 0;
  if (!job.row.finished && job.row.reason.empty()) job.row.reason = "all its processes died";
  minutes_.event(job.row.end, "end", job.plan->name, -1,
                 job.row.finished ? std::to_string(job.returned) + " ranks" : job.row.reason);
  job.sweep();
}

void Steward::rerun(RunningJob& job) {
  ++job.row.reruns;
  job.row.reason.clear();
  minutes_.event(clock_.now(), "rerun", job.plan->name, -1, "starts again");
  start(job);
}

void Steward::give_up(RunningJob& job) {
  const auto living = job.living();
  job.sweep();
  if (job.node_of.empty())
    throw Lack(mpi_.launcher.string() + " did not get " + job.plan->name + " started within " + to_text(patience_) +
               "; it said:" + job.directory.end_of_output());
  std::string survivors;
  for (const int process : living) survivors += " " + std::to_string(process);
  breakdown_ = job.plan->name + " hangs: no sign of life for " + to_text(patience_) + " before " +
               std::to_string(clock_.now().count()) + " s; it was ended. Still there were processes" + survivors;
  job.aborted = true;
  job.row.reason = "no sign of life for " + to_text(patience_);
  for (const int process : living) release(job, process, clock_.now());
  end(job);
}

void Steward::close_at_horizon() {
  for (const auto& job : jobs_) {
    if (job->fate == Fate::ended) continue;
    job->aborted = true;
    job->row.reason = "still running at the horizon of " + to_text(scenario_.horizon);
    for (const int process : job->living()) release(*job, process, clock_.now());
    job->sweep();
    end(*job);
  }
}

} // namespace daruma::real
