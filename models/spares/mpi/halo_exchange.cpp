#include "models/spares/mpi/halo_exchange.hpp"

#include "models/port/port.hpp"
#include "models/port/ulfm.hpp"

namespace daruma::models::spares {

namespace {

constexpr int halo_tag = 1;

} // namespace

HaloExchange::HaloExchange(const Pattern& pattern, Bytes message)
    : pattern_(pattern), size_(message), sent_(port().blank(size_)) {}

void HaloExchange::post(MPI_Comm world, int rank) {
  requests_.clear();
  const int bytes = static_cast<int>(size_.value());
  std::size_t number = 0;
  for (const Partner& partner : pattern_.receives(rank)) {
    if (number == received_.size()) received_.push_back(port().blank(size_));
    MPI_Irecv(received_[number++], bytes, MPI_BYTE, partner.rank, halo_tag, world, &requests_.emplace_back());
  }
  for (const Partner& partner : pattern_.sends(rank))
    MPI_Isend(sent_, bytes, MPI_BYTE, partner.rank, halo_tag, world, &requests_.emplace_back());
}

int HaloExchange::perform(MPI_Comm world, int rank) {
  post(world, rank);
  int result = MPI_SUCCESS;
  for (MPI_Request& request : requests_) {
    const int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS || result != MPI_SUCCESS) continue;
    result = code;
    ulfm::revoke(world); // so that the waits for the others end too
  }
  return result;
}

} // namespace daruma::models::spares
