// The speed of Falanx without ranks: a million tasks on ten thousand workers in less than a minute and 4 GiB, each
// scheduler that such a bag does not bring down. `falanx-scale` shows what becomes of the others.
#include "models/falanx/fast/falanx.hpp"

#include "models/falanx/mpi/sleep_arguments.hpp"

#include <cstdio>
#include <ctime>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace daruma;

fast::FalanxCase million(const std::string& scheduler) {
  const bool has_server = scheduler == "task-queue-server";
  const auto order = models::falanx::sleep_order({{"scheduler", scheduler},
                                                  {"servers", has_server ? "1" : "0"},
                                                  {"tasks", "1000000"},
                                                  {"length", "1min"},
                                                  {"workers", "10000"},
                                                  {"data_nodes", "4"},
                                                  {"server_time", "807us"},
                                                  {"data_node_time", "807us"}});
  fast::FalanxCase what{order, {Seconds(50e-6), BytesPerSecond(1.25e9), Seconds(10e-6), BytesPerSecond(2e9)}, {}};
  for (int rank = 0; rank < order.roles.ranks(); ++rank) what.nodes.push_back(rank / 8);
  what.tree_store = TreeStore{{1, 2, 3}};
  what.tree_store->marshalling = BytesPerSecond(100e6);
  what.tree_store->log_force = Seconds(6.75e-3);
  return what;
}

void perform(const std::string& scheduler) {
  const std::clock_t begin = std::clock();
  const fast::FalanxRun run = fast::run(million(scheduler));
  const double elapsed_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("1 000 000 tasks of 60 s, 10 000 workers, %-18s %6.1f s of processor time (limit 60 s) %6.0f MiB (limit "
              "4096): %d completed in %.0f simulated s\n",
              scheduler.c_str(), elapsed_s, static_cast<double>(usage.ru_maxrss) / 1024, run.completed,
              run.total.count());
}

} // namespace

/// Each in a process of its own, whose memory is its own.
int main() {
  for (const char* scheduler : {"task-queue-server", "ha-ordered"}) {
    std::fflush(stdout);
    if (fork() == 0) {
      perform(scheduler);
      std::fflush(stdout);
      _exit(0);
    }
    wait(nullptr);
  }
}
