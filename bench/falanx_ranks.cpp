// Processor time of the Falanx paper's runs with ranks, 10 000 tasks on 20 workers: falanx_ranks PROGRAM FOLDER, that
// of the scenarios. Exit status 1 if one takes longer than it may.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Run {
  const char* scheduler;
  const char* scenario;
  double most_s;
};

constexpr Run runs[] = {{"task queue server", "falanx-table2.json", 3},
                        {"highly available", "falanx-table2-ha.json", 10}};

/// Without its output. Ends this program if that one fails.
double processor_s(const char* program, const std::string& scenario) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr;
    if (is_silent) execl(program, program, "run", scenario.c_str(), "--json", nullptr);
    _exit(EXIT_FAILURE);
  }
  int status = 0;
  struct rusage used {};
  if (wait4(child, &status, 0, &used) != child || status != 0) std::exit(EXIT_FAILURE);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace

int main(int count, char** words) {
  if (count != 3) return EXIT_FAILURE;
  int status = EXIT_SUCCESS;
  std::printf("10 000 tasks on 20 workers: processor time\n");
  for (const Run& run : runs) {
    const double took_s = processor_s(words[1], std::string(words[2]) + "/" + run.scenario);
    std::printf("%-18s %6.2f s, at most %g s\n", run.scheduler, took_s, run.most_s);
    if (took_s > run.most_s) status = EXIT_FAILURE;
  }
  return status;
}
