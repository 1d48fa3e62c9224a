// Replications per second and core of the points of migr-fig6.
#include "models/migration/fast/migration.hpp"

#include <cstdio>
#include <ctime>

namespace {

constexpr int replications = 2000;

double per_second(const daruma::fast::MigrationCase& what) {
  const std::clock_t begin = std::clock();
  for (int i = 0; i < replications; ++i) daruma::fast::run(what, 1, static_cast<std::uint64_t>(i));
  return replications / (static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

} // namespace

int main() {
  std::printf("migr-fig6: replications per second of processor time, 0 to 4 spares\n");
  for (const double gap_min : {10.0, 5.0, 2.5}) {
    std::printf("an arrival every %4.1f min", gap_min);
    for (int spares = 0; spares <= 4; ++spares) {
      daruma::fast::MigrationCase what;
      what.active = what.nodes - spares;
      what.background.arrival_gap = daruma::Seconds(60 * gap_min);
      what.policy = daruma::models::migration::find_policy("greedy");
      std::printf(" %7.0f", per_second(what));
    }
    std::printf("\n");
  }
}
