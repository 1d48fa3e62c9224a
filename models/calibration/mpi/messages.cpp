#include "models/calibration/mpi/call_clock.hpp"
#include "models/calibration/mpi/probes.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace daruma::models::calibration {
namespace {

constexpr int tag = 0;
constexpr int ready = 1;
constexpr int received = 2;

/// Timed together: the first of several messages finds caches as the last one left them.
constexpr int round_trips = 20;

/// What is sent lies apart from what is received, as in most programs.
class Messages {
public:
  explicit Messages(int length) : length_(length), out_(size()), in_(size()) {}

  void measure(int repetitions) {
    round_trip(); // the first one sets things up
    way_ = median(repetitions, [&] { return round_trip(); });
    std::vector<Seconds> receives;
    const Seconds sent = median(repetitions, [&] {
      if (rank_ != 0) receives.push_back(take());
      const Seconds time = give();
      if (rank_ == 0) receives.push_back(take());
      return time;
    });
    report("half_round_trip_s", way_);
    report("send_s", sent);
    report("receive_s", median(receives));
  }

private:
  std::size_t size() const { return static_cast<std::size_t>(length_); }
  void send() const { MPI_Send(out_.data(), length_, MPI_CHAR, peer_, tag, MPI_COMM_WORLD); }
  void receive() { MPI_Recv(in_.data(), length_, MPI_CHAR, peer_, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

  Seconds round_trip() {
    const Seconds begin = port().stopwatch();
    for (int i = 0; i < round_trips; ++i) {
      if (rank_ == 0) send();
      receive();
      if (rank_ != 0) send();
    }
    return (port().stopwatch() - begin) / (2 * round_trips);
  }

  /// The call that sends.
  Seconds give() const {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Recv(nullptr, 0, MPI_CHAR, peer_, ready, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const Seconds time =
        clock_.time([&] { MPI_Isend(out_.data(), length_, MPI_CHAR, peer_, tag, MPI_COMM_WORLD, &request); });
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(nullptr, 0, MPI_CHAR, peer_, received, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return time;
  }

  /// The call that receives what has been there for long.
  Seconds take() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(in_.data(), length_, MPI_CHAR, peer_, tag, MPI_COMM_WORLD, &request);
    MPI_Send(nullptr, 0, MPI_CHAR, peer_, ready, MPI_COMM_WORLD);
    const Seconds end = port().stopwatch() + Seconds(10e-6) + 2 * way_;
    while (port().stopwatch() < end) MPI_Wtime(); // in simulation it is this that takes time
    const Seconds time = clock_.time([&] { MPI_Wait(&request, MPI_STATUS_IGNORE); });
    MPI_Send(nullptr, 0, MPI_CHAR, peer_, received, MPI_COMM_WORLD);
    return time;
  }

  void report(const char* name, Seconds time) const {
    if (rank_ == 0) port().metric(std::string(name) + "[length=" + std::to_string(length_) + "]", time.count());
  }

  CallClock clock_;
  int length_;
  std::vector<char> out_;
  std::vector<char> in_;
  int rank_ = rank_in(MPI_COMM_WORLD);
  int peer_ = 1 - rank_;
  Seconds way_{0};
};

} // namespace

void probe_messages() {
  MPI_Init(nullptr, nullptr);
  const int repetitions = count_argument(arguments::repetitions);
  const auto largest = static_cast<std::int64_t>(message_size_argument(arguments::largest_message).value());
  if (rank_in(MPI_COMM_WORLD) < 2 && size_of(MPI_COMM_WORLD) > 1)
    for (std::int64_t length = 1; length <= largest; length *= 2)
      Messages(static_cast<int>(length)).measure(repetitions);
  MPI_Finalize();
}

} // namespace daruma::models::calibration
