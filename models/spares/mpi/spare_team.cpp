#include "models/spares/mpi/spare_team.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <string>
#include <utility>

namespace daruma::models::spares {

SpareTeam::SpareTeam(const Layout& layout, Policy policy) : node_(rank_in(MPI_COMM_WORLD)) {
  standing_ = port().alike<Standing>("ranks at the beginning", [&] { return begin(layout, std::move(policy)); });
  MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
}

SpareTeam::Standing SpareTeam::begin(const Layout& layout, Policy policy) {
  Standing standing{"", {layout, std::move(policy)}, {}, 0};
  for (int node = 0; node < layout.network().nodes(); ++node)
    standing.has_always_carried.push_back(standing.places.placement().at(node) >= 0);
  return standing;
}

SpareTeam::Standing SpareTeam::after(const std::vector<int>& missing, std::string failed) const {
  Standing next = *standing_;
  next.failed = std::move(failed);
  const auto moves = next.places.answer(missing);
  next.moved = moves ? std::optional<int>(ranks_moved(*moves)) : std::nullopt;
  for (std::size_t node = 0; node < next.has_always_carried.size(); ++node)
    if (next.places.placement().at(static_cast<int>(node)) < 0) next.has_always_carried[node] = false;
  return next;
}

bool SpareTeam::is_witness() const {
  const int ranks = placement().layout().ranks();
  for (int rank = 0; rank < ranks; ++rank)
    if (const int node = process_of(rank); standing_->has_always_carried[static_cast<std::size_t>(node)])
      return node == node_;
  return process_of(0) == node_;
}

bool SpareTeam::assemble() {
  free(world_);
  const int code = MPI_Comm_split(everyone_, has_rank() ? 0 : MPI_UNDEFINED, has_rank() ? rank() : 0, &world_);
  if (ulfm::is_failure(code)) ulfm::revoke(everyone_);
  if (code == MPI_SUCCESS && world_ != MPI_COMM_NULL) MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
  return conclude(code == MPI_SUCCESS);
}

bool SpareTeam::conclude(bool well) {
  if (!well && world_ != MPI_COMM_NULL) ulfm::revoke(world_);
  int flag = well ? 1 : 0;
  const int code = ulfm::agree(everyone_, &flag);
  return code == MPI_SUCCESS && flag != 0;
}

std::vector<int> SpareTeam::leave_dead_behind() {
  MPI_Comm survivors = ulfm::survivors_of(everyone_);
  std::vector<int> missing = ranks_missing(survivors, everyone_, MPI_COMM_WORLD);
  free(world_);
  free(everyone_);
  everyone_ = survivors;
  return missing;
}

std::optional<int> SpareTeam::recover() {
  const std::vector<int> missing = leave_dead_behind();
  std::string failed = standing_->failed;
  for (const int node : missing) failed += " " + std::to_string(node);
  standing_ = port().alike<Standing>("ranks after the failures of" + failed, [&] { return after(missing, failed); });
  return standing_->moved;
}

void SpareTeam::disband() {
  free(world_);
  free(everyone_);
}

} // namespace daruma::models::spares
