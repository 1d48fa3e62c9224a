#include "models/calibration/mpi/call_clock.hpp"
#include "models/calibration/mpi/probes.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace daruma::models::calibration {
namespace {

/// What ranks do with their memory in a collective operation, all at once. What is combined another processor has just
/// read, and it has to come back from that one's cache.
class Buffers {
public:
  explicit Buffers(int numbers)
      : numbers_(numbers), own_(static_cast<std::size_t>(numbers)), received_(own_.size()), kept_(own_.size()),
        result_(own_.size()) {}

  void measure(int repetitions) {
    std::vector<Seconds> copies;
    std::vector<Seconds> combinations;
    for (int i = 0; i <= repetitions; ++i) {
      exchange();
      const Seconds copied = clock_.time([&] { copy(); });
      const Seconds combined = clock_.time([&] { combine(); });
      if (i == 0) continue; // the first one sets things up
      copies.push_back(copied);
      combinations.push_back(combined);
    }
    report("copy_s", median(copies));
    report("combine_s", median(combinations));
  }

private:
  void exchange() {
    const int ranks = size_of(MPI_COMM_WORLD);
    MPI_Sendrecv(result_.data(), numbers_, MPI_FLOAT, (rank_ + 1) % ranks, 0, received_.data(), numbers_, MPI_FLOAT,
                 (rank_ + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void copy() { MPI_Allgather(own_.data(), numbers_, MPI_FLOAT, kept_.data(), numbers_, MPI_FLOAT, MPI_COMM_SELF); }
  void combine() { MPI_Reduce_local(received_.data(), result_.data(), numbers_, MPI_FLOAT, MPI_SUM); }

  void report(const char* name, Seconds time) const {
    const std::string length = std::to_string(own_.size() * sizeof(float));
    if (rank_ == 0) port().metric(std::string(name) + "[length=" + length + "]", time.count());
  }

  CallClock clock_;
  int rank_ = rank_in(MPI_COMM_WORLD);
  int numbers_;
  std::vector<float> own_;
  std::vector<float> received_;
  std::vector<float> kept_;
  std::vector<float> result_;
};

} // namespace

void probe_buffers() {
  MPI_Init(nullptr, nullptr);
  const int repetitions = count_argument(arguments::repetitions);
  const auto largest = static_cast<std::int64_t>(message_size_argument(arguments::largest_message).value());
  for (std::int64_t numbers = 1; numbers * 4 <= largest; numbers *= 2)
    Buffers(static_cast<int>(numbers)).measure(repetitions);
  MPI_Finalize();
}

} // namespace daruma::models::calibration
