#include "models/spares/mpi/halo_exchange.hpp"

#include "models/port/ulfm.hpp"

namespace daruma::models::spares {

namespace {

constexpr int halo_tag = 1;

/// Memory that is not touched before a message comes.
std::unique_ptr<std::byte[]> room(int bytes) {
  return std::unique_ptr<std::byte[]>(new std::byte[static_cast<std::size_t>(bytes)]);
}

} // namespace

HaloExchange::HaloExchange(const Pattern& pattern, Bytes message)
    : pattern_(pattern), message_(static_cast<int>(message.value())), halo_(room(message_)) {}

void HaloExchange::post(MPI_Comm world, int rank) {
  requests_.clear();
  std::size_t number = 0;
  for (const Partner& partner : pattern_.receives(rank)) {
    if (number == received_.size()) received_.push_back(room(message_));
    MPI_Irecv(received_[number++].get(), message_, MPI_BYTE, partner.rank, halo_tag, world, &requests_.emplace_back());
  }
  for (const Partner& partner : pattern_.sends(rank))
    MPI_Isend(halo_.get(), message_, MPI_BYTE, partner.rank, halo_tag, world, &requests_.emplace_back());
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
