#include "models/dyprc/mpi/greeting.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <cstdio>

namespace daruma::models::dyprc {

void greet(const char* word, MPI_Comm world) {
  if (rank_in(world) != 0) return;
  char line[100];
  std::snprintf(line, sizeof line, "%s MPI World rank/size=0/%d", word, size_of(world));
  port().print(line);
}

} // namespace daruma::models::dyprc
