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

RunningJob::RunningJob(run::JobLife& job, const scenario::Scenario& scenario, std::uint64_t seed)
    : life(job), directory(scenario, job.plan(), seed) {}

RunningJob::~RunningJob() { sweep(); }

std::vector<int> RunningJob::living() const {
  std::vector<int> numbers;
  for (const auto& [number, member] : members)
    if (member.alive) numbers.push_back(number);
  return numbers;
}

bool RunningJob::is_deserted() const {
  return !members.empty() && static_cast<int>(members.size()) == life.placed() && living().empty();
}

void RunningJob::launch(const Installation& mpi) {
  directory.forget_processes();
  members.clear();
  life.launch();
  const auto command = launch_command(mpi, life.processes_at_start(), words_of(life.plan(), mpi), directory.path());
  launcher = start(command, directory.output());
}

void RunningJob::sweep() {
  end_all_of(directory.path());
  if (launcher != 0) waitpid(launcher, nullptr, 0);
  launcher = 0;
}

} // namespace daruma::real
