#include "sim/mpi/p2p/send_buffer.hpp"

namespace daruma::mpi {

int SendBuffer::send(Request& request) {
  std::size_t used = request.buffer.bytes();
  under_way_.remove_if([](Copy& copy) { return poll(copy.request); });
  for (const Copy& copy : under_way_) used += copy.bytes.size() + MPI_BSEND_OVERHEAD;
  const bool is_automatic = address_ == MPI_BUFFER_AUTOMATIC;
  if (!is_automatic && used > static_cast<std::size_t>(size_)) return MPI_ERR_BUFFER;

  Copy& copy = under_way_.emplace_back(Copy{Packed(request.buffer), request});
  copy.request.buffer = {copy.bytes.data(), static_cast<MPI_Count>(copy.bytes.size()), MPI_BYTE};
  copy.request.mode = Request::Mode::standard;
  copy.request.persistent = false;
  post(copy.request);
  request.sent = copy.request.sent;
  return copy.request.complete ? copy.request.error : +MPI_SUCCESS;
}

void SendBuffer::drain() {
  for (Copy& copy : under_way_) wait_for(copy.request);
  under_way_.clear();
}

} // namespace daruma::mpi
