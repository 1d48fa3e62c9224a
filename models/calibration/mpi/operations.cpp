#include "models/calibration/mpi/probes.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"
#include "models/port/together.hpp"
#include "models/port/ulfm.hpp"

namespace daruma::models::calibration {
namespace {

class Operations {
public:
  void measure() const {
    report("barrier_s", &Operations::barrier);
    report("split_s", &Operations::split);
    if (!ulfm::available) return;
    report("agree_s", &Operations::agree);
    report("shrink_s", &Operations::shrink);
    report("revoke_s", &Operations::revoke);
  }

private:
  void report(const char* name, Seconds (Operations::*operation)() const) const {
    (this->*operation)(); // the first one sets things up
    const Seconds time = median(repetitions_, [&] { return (this->*operation)(); });
    if (rank_ == 0) port().metric(name, time.count());
  }

  template <class Operation> Seconds timed(Operation&& operation) const {
    const Seconds begin = agree_on_instant(window_, MPI_COMM_WORLD);
    wait_until(begin);
    operation();
    return latest(port().now(), MPI_COMM_WORLD) - begin;
  }

  Seconds barrier() const {
    return timed([] { MPI_Barrier(MPI_COMM_WORLD); });
  }

  Seconds split() const {
    MPI_Comm part = MPI_COMM_NULL;
    const Seconds time =
        timed([&] { MPI_Comm_split(MPI_COMM_WORLD, rank_ < keep_ ? 0 : MPI_UNDEFINED, rank_, &part); });
    if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
    return time;
  }

  Seconds agree() const {
    int flag = 1;
    return timed([&] { ulfm::agree(MPI_COMM_WORLD, &flag); });
  }

  Seconds shrink() const {
    MPI_Comm survivors = MPI_COMM_NULL;
    const Seconds time = timed([&] { ulfm::shrink(MPI_COMM_WORLD, &survivors); });
    MPI_Comm_free(&survivors);
    return time;
  }

  Seconds revoke() const {
    MPI_Comm doomed = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &doomed);
    MPI_Comm_set_errhandler(doomed, MPI_ERRORS_RETURN);
    const Seconds time = timed([&] {
      if (rank_ == 0)
        ulfm::revoke(doomed);
      else
        MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, doomed, MPI_STATUS_IGNORE);
    });
    MPI_Comm_free(&doomed);
    return time;
  }

  int rank_ = rank_in(MPI_COMM_WORLD);
  int repetitions_ = count_argument(arguments::repetitions);
  int keep_ = count_argument(arguments::keep);
  Seconds window_ = duration_argument(arguments::window);
};

} // namespace

void probe_operations() {
  MPI_Init(nullptr, nullptr);
  Operations().measure();
  MPI_Finalize();
}

} // namespace daruma::models::calibration
