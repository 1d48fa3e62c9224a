#include "models/spares/mpi/team.hpp"

#include "models/port/rank.hpp"

#include <utility>

namespace daruma::models::spares {

namespace {

void free(MPI_Comm& comm) {
  if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  comm = MPI_COMM_NULL;
}

} // namespace

Team::Team(const Layout& layout, Policy policy) : places_(layout, std::move(policy)), node_(rank_in(MPI_COMM_WORLD)) {
  for (int node = 0; node < layout.network().nodes(); ++node) has_always_carried_.push_back(placement().at(node) >= 0);
  MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
}

bool Team::is_witness() const {
  const int ranks = placement().layout().ranks();
  for (int rank = 0; rank < ranks; ++rank)
    if (const int node = process_of(rank); has_always_carried_[static_cast<std::size_t>(node)]) return node == node_;
  return process_of(0) == node_;
}

bool Team::assemble() {
  free(world_);
  const int code = MPI_Comm_split(everyone_, has_rank() ? 0 : MPI_UNDEFINED, has_rank() ? rank() : 0, &world_);
  if (ulfm::is_failure(code)) ulfm::revoke(everyone_);
  if (code == MPI_SUCCESS && world_ != MPI_COMM_NULL) MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
  return conclude(code == MPI_SUCCESS);
}

bool Team::conclude(bool well) {
  if (!well && world_ != MPI_COMM_NULL) ulfm::revoke(world_);
  int flag = well ? 1 : 0;
  const int code = ulfm::agree(everyone_, &flag);
  return code == MPI_SUCCESS && flag != 0;
}

void Team::leave_dead_behind() {
  MPI_Comm survivors = ulfm::survivors_of(everyone_);
  free(world_);
  free(everyone_);
  everyone_ = survivors;
}

std::vector<int> Team::newly_missing() const {
  const std::vector<int> places = ranks_in(everyone_, MPI_COMM_WORLD);
  std::vector<int> missing;
  for (int node = 0; node < placement().layout().network().nodes(); ++node)
    if (places[static_cast<std::size_t>(node)] == MPI_UNDEFINED && placement().at(node) != Placement::failed)
      missing.push_back(node);
  return missing;
}

std::optional<int> Team::recover() {
  leave_dead_behind();
  const auto moves = places_.answer(newly_missing());
  if (!moves) return std::nullopt;
  for (std::size_t node = 0; node < has_always_carried_.size(); ++node)
    has_always_carried_[node] = has_always_carried_[node] && placement().at(static_cast<int>(node)) >= 0;
  return ranks_moved(*moves);
}

void Team::disband() {
  free(world_);
  free(everyone_);
}

} // namespace daruma::models::spares
