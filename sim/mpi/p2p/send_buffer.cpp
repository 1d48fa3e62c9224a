#include "sim/mpi/p2p/send_buffer.hpp"

#include "sim/mpi/process/process.hpp"

namespace daruma::mpi {

namespace {

/// As wait_for, for a request that other fibers of the process wait for as well: one of them counts on it, and tells
/// the others.
void wait_together(Request& request) {
  while (!request.complete && request.sleeper) fiber().sleep_until_rung();
  if (request.complete) return;
  wait_for(request);
  request.owner->ring();
}

} // namespace

int SendBuffer::send(Request& request) {
  std::size_t used = request.buffer.bytes();
  under_way_.remove_if([](const auto& copy) { return poll(copy->request); });
  for (const auto& copy : under_way_) used += copy->bytes.size() + MPI_BSEND_OVERHEAD;
  const bool is_automatic = address_ == MPI_BUFFER_AUTOMATIC;
  if (!is_automatic && used > static_cast<std::size_t>(size_)) return MPI_ERR_BUFFER;

  Copy& copy = *under_way_.emplace_back(std::make_shared<Copy>(Copy{Packed(request.buffer), request}));
  copy.request.buffer = {copy.bytes.data(), static_cast<MPI_Count>(copy.bytes.size()), MPI_BYTE};
  copy.request.mode = Request::Mode::standard;
  copy.request.persistent = false;
  post(copy.request);
  request.sent = copy.request.sent;
  return copy.request.complete ? copy.request.error : +MPI_SUCCESS;
}

void SendBuffer::drain() {
  for (const auto& copy : std::list(under_way_)) wait_together(copy->request);
  under_way_.remove_if([](const auto& copy) { return copy->request.complete; });
}

} // namespace daruma::mpi
