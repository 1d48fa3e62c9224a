// Processor time of the Falanx paper's runs with ranks, 10 000 tasks on 20 workers: falanx_ranks PROGRAM FOLDER, that
// of the scenarios. Exit status 1 if one takes longer than it may.
#include "bench/child.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Run {
  const char* scheduler;
  const char* scenario;
  double most_s;
};

constexpr Run runs[] = {{"task queue server", "falanx-table2.json", 3},
                        {"highly available", "falanx-table2-ha.json", 10}};

} // namespace

int main(int count, char** words) {
  if (count != 3) return EXIT_FAILURE;
  int status = EXIT_SUCCESS;
  std::printf("10 000 tasks on 20 workers: processor time\n");
  for (const Run& run : runs) {
    const double took_s =
        daruma::bench::cost_of({words[1], "run", std::string(words[2]) + "/" + run.scenario, "--json"}).processor_s;
    std::printf("%-18s %6.2f s, at most %g s\n", run.scheduler, took_s, run.most_s);
    if (took_s > run.most_s) status = EXIT_FAILURE;
  }
  return status;
}
