#include "models/dyprc/mpi/arguments.hpp"
#include "models/dyprc/mpi/checkpoint.hpp"
#include "models/dyprc/mpi/dyprc.hpp"
#include "models/dyprc/mpi/ulfm_dyprc.h"
#include "models/port/rank.hpp"
#include "models/port/together.hpp"

#include <cstdio>

namespace daruma::models::dyprc {
namespace {

/// Lives above the restart point, so that a restart finds it as it was.
struct Benchmark {
  int loops = count_argument(sendrecv_arguments::loops);
  int repetitions = count_argument(sendrecv_arguments::repetitions);
  Seconds window = duration_argument(sendrecv_arguments::window);
  std::size_t largest = static_cast<std::size_t>(message_size_argument(sendrecv_arguments::largest_message).value());
  int lengths = number_of_lengths(largest);

  MPI_Comm world = MPI_COMM_NULL;
  std::vector<char> outgoing = std::vector<char>(largest);
  std::vector<char> incoming = std::vector<char>(largest);
  Checkpoint checkpoint;
  std::int64_t position = Checkpoint::unknown; ///< measurements done: loop * lengths + index of the length

  static int number_of_lengths(std::size_t largest) {
    int number = 1;
    while ((std::size_t{1} << number) <= largest) ++number;
    return number;
  }
};

struct Place {
  int rank;
  int size;
};

/// Mean time of one exchange with both neighbours on the ring.
Seconds exchange(Benchmark& benchmark, const Place& place, int length) {
  constexpr int tag = 0;
  const int right = (place.rank + 1) % place.size;
  const int left = (place.rank + place.size - 1) % place.size;
  const Seconds begin = port().now();
  for (int i = 0; i < benchmark.repetitions; ++i)
    MPI_Sendrecv(benchmark.outgoing.data(), length, MPI_CHAR, right, tag, benchmark.incoming.data(), length, MPI_CHAR,
                 left, tag, benchmark.world, MPI_STATUS_IGNORE);
  return (port().now() - begin) / benchmark.repetitions;
}

void report(const Benchmark& benchmark, const Place& place, int length, Seconds time) {
  const int loop = static_cast<int>(benchmark.position / benchmark.lengths);
  const double milliseconds = time.count() * 1e3;
  char text[120];
  std::snprintf(text, sizeof text, "MPI_Sendrecv(%d/%d) comm_size %d, len %d time %.3f msec.", loop, benchmark.loops,
                place.size, length, milliseconds);
  port().print(text);
  std::snprintf(text, sizeof text, "sendrecv_ms[loop=%d,ranks=%d,length=%d]", loop, place.size, length);
  port().metric(text, milliseconds);
}

void measure(Benchmark& benchmark) {
  const Place place{rank_in(benchmark.world), size_of(benchmark.world)};
  const int length = 1 << (benchmark.position % benchmark.lengths);
  wait_until(agree_on_instant(benchmark.window, benchmark.world));
  const Seconds time = exchange(benchmark, place, length);
  if (place.rank == 0) report(benchmark, place, length, time);
  ++benchmark.position;
  const bool ends_loop = benchmark.position % benchmark.lengths == 0;
  if (ends_loop) benchmark.checkpoint.completed(benchmark.world, benchmark.position);
  ulfm_dyprc_poll(benchmark.world);
}

void resume_benchmark(void* argument) {
  Benchmark& benchmark = *static_cast<Benchmark*>(argument);
  benchmark.position = benchmark.checkpoint.resume(benchmark.world, benchmark.position, ulfm_dyprc_lost());
}

void run(Benchmark& benchmark, int newcomer) {
  if (ulfm_dyprc_setjmp(benchmark.world, newcomer) == 0)
    benchmark.position = benchmark.checkpoint.begin(benchmark.world);
  const std::int64_t measurements = std::int64_t{benchmark.loops} * benchmark.lengths;
  while (benchmark.position < measurements && ulfm_dyprc_is_put_aside() == 0) measure(benchmark);
  const bool is_done = benchmark.position == measurements;
  if (!is_done) benchmark.checkpoint.put_aside(benchmark.world, benchmark.position);
  end_job(is_done, benchmark.world);
}

} // namespace

void dyprc_sendrecv_main() {
  Benchmark benchmark;
  MPI_Init(nullptr, nullptr);
  const int newcomer = ulfm_dyprc_merge_child(&benchmark.world);
  ulfm_dyprc_on_restart(resume_benchmark, &benchmark);
  if (newcomer == 0) greet("Hello", benchmark.world);
  run(benchmark, newcomer);
}

} // namespace daruma::models::dyprc
