#include "sim/real/running_job.hpp"

#include <sys/wait.h>

namespace daruma::real {

RunningJob::RunningJob(const scenario::Scenario& scenario, const scenario::Job& job, std::uint64_t seed)
    : plan(&job), directory(scenario, job, seed) {
  row.name = job.name;
  row.model = job.model;
  row.ranks_at_start = job.ranks;
}

RunningJob::~RunningJob() { sweep(); }

std::vector<int> RunningJob::living() const {
  std::vector<int> numbers;
  for (const auto& [number, member] : members)
    if (member.alive) numbers.push_back(number);
  return numbers;
}

bool RunningJob::is_deserted() const {
  return !members.empty() && members.size() == node_of.size() && living().empty();
}

void RunningJob::launch(const Installation& mpi) {
  directory.forget_processes();
  members.clear();
  node_of.clear();
  returned = 0;
  aborted = false;
  struck = false;
  fate = Fate::running;
  launcher = start(launch_command(mpi, processes_at_start(), directory.path()), directory.output());
}

void RunningJob::sweep() {
  end_all_of(directory.path());
  if (launcher != 0) waitpid(launcher, nullptr, 0);
  launcher = 0;
}

} // namespace daruma::real
