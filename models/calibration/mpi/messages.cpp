#include "models/calibration/mpi/probes.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace daruma::models::calibration {
namespace {

constexpr int tag = 0;

/// Timed together: one of a few bytes is not much longer than the clock's step, a quarter of a microsecond.
constexpr int round_trips = 20;

Seconds half_round_trip(std::vector<char>& buffer, int length) {
  const Seconds begin = port().now();
  for (int i = 0; i < round_trips; ++i) {
    MPI_Send(buffer.data(), length, MPI_CHAR, 1, tag, MPI_COMM_WORLD);
    MPI_Recv(buffer.data(), length, MPI_CHAR, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return (port().now() - begin) / (2 * round_trips);
}

Seconds send_back(std::vector<char>& buffer, int length) {
  for (int i = 0; i < round_trips; ++i) {
    MPI_Recv(buffer.data(), length, MPI_CHAR, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(buffer.data(), length, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
  }
  return Seconds(0);
}

void measure(int rank, int repetitions, int length) {
  std::vector<char> buffer(static_cast<std::size_t>(length));
  const auto exchange = rank == 0 ? half_round_trip : send_back;
  exchange(buffer, length); // the first one sets things up
  const Seconds time = median(repetitions, [&] { return exchange(buffer, length); });
  if (rank == 0) port().metric("half_round_trip_s[length=" + std::to_string(length) + "]", time.count());
}

} // namespace

void probe_messages() {
  MPI_Init(nullptr, nullptr);
  const int repetitions = count_argument(arguments::repetitions);
  const auto largest = static_cast<std::int64_t>(message_size_argument(arguments::largest_message).value());
  const int rank = rank_in(MPI_COMM_WORLD);
  if (rank < 2 && size_of(MPI_COMM_WORLD) > 1)
    for (std::int64_t length = 1; length <= largest; length *= 4) measure(rank, repetitions, static_cast<int>(length));
  MPI_Finalize();
}

} // namespace daruma::models::calibration
