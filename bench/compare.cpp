// Runs the same exchanges under sim/mpi and under plain SMPI, in turn and several times, and prints
// the medians of processor time and peak memory with their ratios.
#include "bench/child.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int runs = 3;

struct Exchange {
  const char* operation;
  const char* ranks;
  const char* rounds;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(char** programs, const Exchange& exchange) {
  std::vector<double> seconds[2];
  std::vector<double> mebibytes[2];
  for (int run = 0; run < runs; ++run)
    for (int which = 0; which < 2; ++which) {
      const daruma::bench::Cost cost =
          daruma::bench::cost_of({programs[which], exchange.operation, exchange.ranks, exchange.rounds});
      seconds[which].push_back(cost.processor_s);
      mebibytes[which].push_back(cost.mebibytes);
    }
  const double time[] = {median(seconds[0]), median(seconds[1])};
  const double memory[] = {median(mebibytes[0]), median(mebibytes[1])};
  std::printf("%-10s %5s %6s   %6.2f s %6.0f MiB   %6.2f s %6.0f MiB   time x %.2f, memory x %.2f\n",
              exchange.operation, exchange.ranks, exchange.rounds, time[0], memory[0], time[1], memory[1],
              time[0] / time[1], memory[0] / memory[1]);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::printf("medians of %d runs\n%-10s %5s %6s   %-20s %-20s ratio\n", runs, "", "ranks", "rounds", "under sim/mpi",
              "under plain SMPI");
  for (const Exchange& exchange : {Exchange{"sendrecv", "1000", "100"},
                                   {"allreduce", "1000", "100"},
                                   {"halo", "1000", "5"},
                                   {"halo", "4000", "5"}})
    compare(argv + 1, exchange);
}
