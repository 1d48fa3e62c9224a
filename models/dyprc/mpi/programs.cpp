#include "models/dyprc/mpi/arguments.hpp"
#include "models/dyprc/mpi/dyprc.hpp"
#include "models/dyprc/mpi/ulfm_dyprc.h"
#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <cstdio>

namespace daruma::models::dyprc {

namespace {

/// Every program reports what its restarts took, and more.
std::vector<Metric> with_restarts(const std::vector<Metric>& more) {
  std::vector<Metric> metrics{
      {"recovery_<n>_s", "s", Better::down,
       "Time from the last moment before the n-th restart at which all ranks were well until "
       "it was done."},
      {"restart_<n>_s", "s", Better::down, "Time from the first failure before the n-th restart until it was done."}};
  metrics.insert(metrics.end(), more.begin(), more.end());
  return metrics;
}

Program sendrecv() {
  namespace given = sendrecv_arguments;
  Program program{
      "dyprc-sendrecv", dyprc_sendrecv_main, {given::loops, given::largest_message, given::repetitions, given::window}};
  program.what =
      "Exchanges messages around a ring of ranks, of growing lengths, and goes on after failures and resizes.";
  program.can_be_put_aside = true;
  program.metrics = with_restarts({{"sendrecv_ms[loop=<n>,ranks=<n>,length=<n>]", "ms", Better::down,
                                    "Time of one MPI_Sendrecv with both neighbours on a ring, by loop, ranks and "
                                    "bytes."}});
  return program;
}

Program iterate() {
  namespace given = iterate_arguments;
  Program program{"dyprc-iterate", dyprc_iteration_main, {given::iterations, given::work, given::shared_work}};
  program.what = "Computes and adds up over all ranks, again and again, and goes on after failures and resizes.";
  program.can_be_put_aside = true;
  program.metrics = with_restarts(
      {{"iteration_ms", "ms", Better::down, "Time of an iteration, on average."},
       {"iterations", "count", Better::neither, "Iterations that were completed, those done again counted again."}});
  return program;
}

} // namespace

void greet(const char* word, MPI_Comm world) {
  if (rank_in(world) != 0) return;
  char line[100];
  std::snprintf(line, sizeof line, "%s MPI World rank/size=0/%d", word, size_of(world));
  port().print(line);
}

void end_job(bool is_done, MPI_Comm& world) {
  if (is_done) greet("ByeBye", world);
  ulfm_dyprc_finalize(&world);
  if (!is_done) port().leave();
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{sendrecv(), iterate()};
  return all;
}

} // namespace daruma::models::dyprc
