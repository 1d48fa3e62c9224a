#include "models/calibration/mpi/call_clock.hpp"
#include "models/calibration/mpi/probes.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace daruma::models::calibration {
namespace {

/// One call after another, each after a barrier that does not count: the mean of what the ranks take.
class Collectives {
public:
  explicit Collectives(int numbers)
      : numbers_(numbers), whole_(static_cast<std::size_t>(ranks_) * static_cast<std::size_t>(numbers)), out_(whole_),
        in_(whole_), counts_(static_cast<std::size_t>(ranks_), numbers) {}

  void measure(int repetitions) {
    float* const out = out_.data();
    float* const in = in_.data();
    const int n = numbers_;
    const MPI_Comm all = MPI_COMM_WORLD;
    report("bcast", repetitions, [=] { MPI_Bcast(out, n, MPI_FLOAT, 0, all); });
    report("reduce", repetitions, [=] { MPI_Reduce(out, in, n, MPI_FLOAT, MPI_SUM, 0, all); });
    report("allreduce", repetitions, [=] { MPI_Allreduce(out, in, n, MPI_FLOAT, MPI_SUM, all); });
    report("reduce_scatter", repetitions,
           [=] { MPI_Reduce_scatter(out, in, counts_.data(), MPI_FLOAT, MPI_SUM, all); });
    report("gather", repetitions, [=] { MPI_Gather(out, n, MPI_FLOAT, in, n, MPI_FLOAT, 0, all); });
    report("scatter", repetitions, [=] { MPI_Scatter(out, n, MPI_FLOAT, in, n, MPI_FLOAT, 0, all); });
    report("allgather", repetitions, [=] { MPI_Allgather(out, n, MPI_FLOAT, in, n, MPI_FLOAT, all); });
    report("alltoall", repetitions, [=] { MPI_Alltoall(out, n, MPI_FLOAT, in, n, MPI_FLOAT, all); });
  }

private:
  template <class Call> void report(const char* name, int repetitions, Call&& call) const {
    call(); // the first one sets things up
    const Seconds own = median(repetitions, [&] {
      MPI_Barrier(MPI_COMM_WORLD);
      return clock_.time(call);
    });
    double time_s = own.count();
    MPI_Allreduce(MPI_IN_PLACE, &time_s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const std::string length = std::to_string(static_cast<std::size_t>(numbers_) * sizeof(float));
    if (rank_in(MPI_COMM_WORLD) == 0) port().metric(std::string(name) + "_s[length=" + length + "]", time_s / ranks_);
  }

  CallClock clock_;
  int ranks_ = size_of(MPI_COMM_WORLD);
  int numbers_;
  std::size_t whole_;
  std::vector<float> out_;
  std::vector<float> in_;
  std::vector<int> counts_;
};

} // namespace

void probe_collectives() {
  MPI_Init(nullptr, nullptr);
  const int repetitions = count_argument(arguments::repetitions);
  const auto largest = static_cast<std::int64_t>(message_size_argument(arguments::largest_message).value());
  for (std::int64_t numbers = 1; numbers * 4 <= largest; numbers *= 8)
    Collectives(static_cast<int>(numbers)).measure(repetitions);
  MPI_Finalize();
}

} // namespace daruma::models::calibration
