#include "models/calibration/mpi/probes.hpp"
#include "models/port/rank.hpp"
#include "models/port/together.hpp"
#include "models/port/ulfm.hpp"

#include <array>

namespace daruma::models::calibration {
namespace {

constexpr int successor = 0; // of the last rank, around a ring

/// Names of the parts, in order; each ends when the last survivor is through with it, where the next one begins.
constexpr std::array part_names{"propagation_s", "revoke_s", "shrink_s", "agree_s", "spawn_s", "merge_s"};

class Parts {
public:
  Parts() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &work_);
  }

  void measure() {
    const Seconds death = agree_on_instant(duration_argument(arguments::window), MPI_COMM_WORLD);
    if (rank_ == dead_) {
      wait_until(death);
      port().die();
    }
    expect_failure(MPI_Recv(nullptr, 0, MPI_BYTE, dead_, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    const Seconds known = passed();
    if (rank_ == successor)
      ulfm::revoke(work_);
    else
      expect_failure(MPI_Recv(nullptr, 0, MPI_BYTE, successor, 0, work_, MPI_STATUS_IGNORE));
    passed();
    const MPI_Comm survivors = ulfm::survivors_of(work_);
    passed();
    int all_well = 1;
    ulfm::agree(survivors, &all_well);
    passed();
    grow(survivors);
    report(known - death, death, survivors);
  }

private:
  static void expect_failure(int code) {
    if (!ulfm::is_failure(code)) MPI_Abort(MPI_COMM_WORLD, code);
  }

  Seconds passed() { return Seconds(ends_s_[static_cast<std::size_t>(part_++)] = port().now().count()); }

  void grow(MPI_Comm survivors) {
    MPI_Comm child = MPI_COMM_NULL;
    MPI_Comm whole = MPI_COMM_NULL;
    MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, survivors, &child, MPI_ERRCODES_IGNORE);
    passed();
    MPI_Intercomm_merge(child, 0, &whole);
    passed();
    MPI_Comm_free(&whole);
    MPI_Comm_disconnect(&child);
  }

  void report(Seconds detection, Seconds death, MPI_Comm survivors) {
    double first_s = detection.count();
    MPI_Allreduce(MPI_IN_PLACE, &first_s, 1, MPI_DOUBLE, MPI_MIN, survivors);
    MPI_Allreduce(MPI_IN_PLACE, ends_s_.data(), static_cast<int>(ends_s_.size()), MPI_DOUBLE, MPI_MAX, survivors);
    if (rank_ != successor) return;
    port().metric("detection_s", first_s);
    double before_s = death.count() + first_s;
    for (std::size_t part = 0; part < part_names.size(); ++part) {
      port().metric(part_names[part], ends_s_[part] - before_s);
      before_s = ends_s_[part];
    }
    port().metric("recovery_s", before_s - death.count());
  }

  int rank_ = rank_in(MPI_COMM_WORLD);
  int dead_ = size_of(MPI_COMM_WORLD) - 1;
  MPI_Comm work_ = MPI_COMM_NULL;
  std::array<double, part_names.size()> ends_s_{};
  int part_ = 0;
};

} // namespace

void probe_recovery_parts() {
  run_or_join([] { Parts().measure(); });
}

} // namespace daruma::models::calibration
