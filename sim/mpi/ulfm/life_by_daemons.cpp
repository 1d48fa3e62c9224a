#include "sim/mpi/ulfm/life_by_daemons.hpp"

#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

LifeByDaemons::LifeByDaemons(Job& job, std::vector<Reborn> reborn)
    : DaemonTree(job, {is_first_life(reborn) ? TreeLaunch::connection : TreeLaunch::launch, TreeLaunch::end}),
      reborn_(std::move(reborn)), of_daemons_(static_cast<std::size_t>(daemons())),
      starts_some_(std::any_of(reborn_.begin(), reborn_.end(), [](const Reborn& one) { return !one.before; })) {
  for (const Reborn& one : reborn_)
    if (const auto daemon = daemon_of(*one.process->host)) at(*daemon).processes.push_back(&one);
}

void LifeByDaemons::begin() {
  const Seconds plan = starts_some_ ? job_.profile().daemons.plan : Seconds(0);
  work(0, plan, [this] { launch_.request(0); });
}

int LifeByDaemons::processes(int daemon) const {
  return static_cast<int>(of_daemons_[static_cast<std::size_t>(daemon)].processes.size());
}

void LifeByDaemons::take(int daemon, TreeLaunch::Step step) {
  Daemon& own = at(daemon);
  own.waits_for = own.processes.size();
  if (step == TreeLaunch::end) job_.restart->conclude(*this);
  for (const Reborn* one : own.processes) take(daemon, *one, step);
  if (step == TreeLaunch::connection) {
    own.is_under_way = true;
    conclude_if_over(daemon);
  } else if (own.processes.empty() && step != TreeLaunch::end) {
    launch_.taken(daemon, step);
  }
}

void LifeByDaemons::take(int daemon, const Reborn& reborn, TreeLaunch::Step step) {
  const Overheads& overheads = job_.profile().overheads;
  Process& process = *reborn.process;
  switch (step) {
  case TreeLaunch::launch:
    return take_launch(daemon, reborn);
  case TreeLaunch::addresses:
    return handle(daemon, [=, &process] { tell_daemon(daemon, process, overheads.receive + overheads.send, step); });
  case TreeLaunch::connection:
    return tell(daemon, process, [this, &reborn] { job_.restart->start(*this, reborn); });
  case TreeLaunch::end:
    return tell(daemon, process, [this, &process] { job_.restart->release(*this, process); });
  }
}

/// A process of the daemon's is told something.
void LifeByDaemons::tell(int daemon, const Process& process, Work told) {
  handle(daemon, [this, &process, told = std::move(told)] { occupy(process, job_.profile().overheads.receive, told); });
}

void LifeByDaemons::take_launch(int daemon, const Reborn& reborn) {
  if (reborn.before) return tell(daemon, *reborn.before, [this, daemon, &reborn] { roll_back(daemon, reborn); });
  const auto& profile = job_.profile();
  work(daemon, profile.daemons.start, [=, &profile, &reborn] {
    tell_daemon(daemon, *reborn.process, profile.daemons.initialise + profile.overheads.send, TreeLaunch::launch);
  });
}

void LifeByDaemons::roll_back(int daemon, const Reborn& reborn) {
  const Overheads& overheads = job_.profile().overheads;
  if (job_.restart->roll_back(*this, reborn))
    tell_daemon(daemon, *reborn.process, overheads.communicator + overheads.send, TreeLaunch::launch);
}

/// When the process has done so much for a step.
void LifeByDaemons::tell_daemon(int daemon, const Process& process, Seconds work, TreeLaunch::Step step) {
  occupy(process, work, [=] {
    handle(daemon, [=] {
      if (--at(daemon).waits_for == 0) launch_.taken(daemon, step);
    });
  });
}

void LifeByDaemons::returned(Process& process) {
  const auto daemon = daemon_of(*process.host);
  if (!daemon) return;
  occupy(process, job_.profile().overheads.send, [this, daemon] {
    handle(*daemon, [this, daemon] {
      ++at(*daemon).returned;
      conclude_if_over(*daemon);
    });
  });
}

void LifeByDaemons::conclude_if_over(int daemon) {
  const Daemon& own = at(daemon);
  if (own.is_under_way && own.returned == own.processes.size()) launch_.taken(daemon, TreeLaunch::connection);
}

} // namespace daruma::mpi
