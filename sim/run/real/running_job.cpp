#include "sim/run/real/running_job.hpp"

#include <sys/wait.h>

namespace daruma::real {

namespace {

/// What each process of the job runs: the runner itself is all models, and the guard of programs.
std::vector<std::string> words_of(const scenario::Job& job, const Installation& mpi) {
  std::vector<std::string> words{mpi.runner};
  if (job.program.empty()) return words;
  words.insert(words.end(), {"guard", std::filesystem::absolute(twin_of(job.program, mpi.family))});
  words.insert(words.end(), job.command_line.begin(), job.command_line.end());
  return words;
}

} // namespace

RunningJob::RunningJob(const scenario::Scenario& scenario, const scenario::Job& job, std::uint64_t seed)
    : plan(&job), directory(scenario, job, seed) {
  row.name = job.name;
  row.model = job.program.empty() ? job.model : job.program.filename().string();
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
  failed_exits = 0;
  aborted = false;
  struck = false;
  fate = Fate::running;
  launcher =
      start(launch_command(mpi, processes_at_start(), words_of(*plan, mpi), directory.path()), directory.output());
}

void RunningJob::sweep() {
  end_all_of(directory.path());
  if (launcher != 0) waitpid(launcher, nullptr, 0);
  launcher = 0;
}

} // namespace daruma::real
