#include "models/calibration/mpi/probes.hpp"
#include "models/port/rank.hpp"
#include "models/port/together.hpp"
#include "models/port/ulfm.hpp"

namespace daruma::models::calibration {
namespace {

/// Deaths but the measured ones end the job: whoever waited for one that went on without him would wait for ever.
class Recovery {
public:
  Recovery() { MPI_Comm_dup(MPI_COMM_WORLD, &comm_); }

  void measure() {
    const int kills = number_argument(arguments::kills);
    const int rounds = count_argument(arguments::rounds);
    const int spawn = number_argument(arguments::spawn);
    for (int round = 0; kills > 0 && round < rounds; ++round) lose(kills);
    if (kills > 0) report_recovery();
    if (spawn > 0) grow(spawn);
    MPI_Comm_free(&comm_);
  }

private:
  void lose(int kills) {
    ulfm::introduce_all(comm_);
    const Seconds death = agree_on_instant(window_, comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    if (rank_in(comm_) >= size_of(comm_) - kills) {
      wait_until(death);
      port().die();
    }
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS) code = MPI_Barrier(comm_);
    if (!ulfm::is_failure(code)) MPI_Abort(comm_, code);
    const Seconds detected = port().now();
    ulfm::revoke(comm_);
    shrink();
    const Seconds back = port().now();
    const Seconds last_detected = latest(detected, comm_);
    detection_ += last_detected - death;
    shrink_ += latest(back, comm_) - last_detected;
  }

  void shrink() {
    MPI_Comm survivors = MPI_COMM_NULL;
    if (const int code = ulfm::shrink(comm_, &survivors); code != MPI_SUCCESS) MPI_Abort(comm_, code);
    MPI_Comm_set_errhandler(survivors, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&comm_);
    comm_ = survivors;
  }

  void report_recovery() const {
    if (rank_in(comm_) != 0) return;
    port().metric("detection_s", detection_.count());
    port().metric("shrink_s", shrink_.count());
    port().metric("recovery_s", (detection_ + shrink_).count());
  }

  void grow(int count) {
    const Seconds begin = agree_on_instant(window_, comm_);
    wait_until(begin);
    MPI_Comm children = MPI_COMM_NULL;
    const int code = MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, comm_, &children,
                                    MPI_ERRCODES_IGNORE);
    if (code != MPI_SUCCESS) MPI_Abort(comm_, code);
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Intercomm_merge(children, 0, &merged);
    const Seconds time = latest(port().now(), comm_) - begin;
    if (rank_in(comm_) == 0) port().metric("spawn_s", time.count());
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&children);
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  Seconds window_ = duration_argument(arguments::window);
  Seconds detection_{0};
  Seconds shrink_{0};
};

} // namespace

void run_or_join(void (*measure)()) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm parents = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL) {
    measure();
  } else {
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Intercomm_merge(parents, 1, &merged);
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&parents);
  }
  MPI_Finalize();
}

void probe_recovery() {
  run_or_join([] { Recovery().measure(); });
}

} // namespace daruma::models::calibration
