#include "models/port/together.hpp"

#include "models/port/port.hpp"

namespace daruma::models {

Seconds agree_on_instant(Seconds window, MPI_Comm comm) {
  double instant_s = (port().now() + window).count();
  MPI_Bcast(&instant_s, 1, MPI_DOUBLE, 0, comm);
  return Seconds(instant_s);
}

void wait_until(Seconds instant) {
  const Seconds wait = instant - port().now();
  if (wait > Seconds(0)) port().sleep(wait);
}

Seconds latest(Seconds mine, MPI_Comm comm) {
  double time_s = mine.count();
  MPI_Allreduce(MPI_IN_PLACE, &time_s, 1, MPI_DOUBLE, MPI_MAX, comm);
  return Seconds(time_s);
}

} // namespace daruma::models
