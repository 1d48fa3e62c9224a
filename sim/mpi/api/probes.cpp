// Looking for messages without receiving them, and taking them out of the match queue to receive them later.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/p2p/match_queue.hpp"
#include "sim/mpi/p2p/status.hpp"
#include "sim/mpi/process/job.hpp"

namespace daruma::mpi {

namespace {

using Kind = Request::Kind;

/// A receive that only looks: the message it would take, or why there will be none, or neither so far.
int look(Request& receive, const Message*& found) {
  if (receive.handle->revoked) return MPIX_ERR_REVOKED;
  found = receive.owner->match_queue->peek(receive);
  if (found) return MPI_SUCCESS;
  const int error = obstacle(receive);
  return error == MPIX_ERR_PROC_FAILED_PENDING ? +MPIX_ERR_PROC_FAILED : error;
}

MPI_Status status_of(const Message& message) {
  MPI_Status status{message.source, message.tag, MPI_SUCCESS, 0, 0};
  set_bytes(status, static_cast<MPI_Count>(message.size));
  return status;
}

enum class Patience { none, endless };

/// Looks until there is a message or `patience` ends; `body(receive)` takes what it wants of it.
template <class Found>
int probe(const char* call, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status, Patience patience,
          Found&& on_found) {
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (const int error = check(handle, 0, MPI_BYTE, source, tag, Wildcards::allowed)) return error;
    Request looking = make_request(handle, Kind::receive, buffer_of(nullptr, 0, MPI_BYTE), source, tag);
    MPI_Status seen{MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
    const Message* found = nullptr;
    *flag = source == MPI_PROC_NULL;
    receive_arrivals(*handle.owner);
    while (!*flag) {
      if (const int error = look(looking, found)) return error;
      *flag = found != nullptr;
      if (found)
        seen = status_of(*found);
      else if (patience == Patience::none)
        break;
      else
        wait_for_message(looking);
    }
    if (*flag) give(seen, status);
    if (*flag) on_found(looking);
    if (!*flag) {
      report_contacts(looking);
      pass(poll_cost);
    }
    return +MPI_SUCCESS;
  });
}

/// A message that a probe took out of the match queue: what an MPI_Message points at.
struct Matched {
  LocalCommunicator* handle;
  std::shared_ptr<Message> message;
};

/// Takes the message that `looking` found.
auto take_into(MPI_Message* result) {
  return [result](const Request& looking) {
    *result = MPI_MESSAGE_NO_PROC;
    if (looking.peer == MPI_PROC_NULL) return;
    auto matched = std::make_unique<Matched>(Matched{looking.handle, looking.owner->match_queue->take(looking)});
    *result = matched.release();
  };
}

/// A receive for a matched message, which is given up; `receive(Request&&, message)` returns an error class.
template <class Receive>
int receive_matched(const char* call, void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* handle,
                    Receive&& receive) {
  Process& process = enter(call);
  if (!handle || *handle == MPI_MESSAGE_NULL) return raise(*process.world, MPI_ERR_REQUEST);
  LocalCommunicator* comm = process.world;
  int error = MPI_SUCCESS;
  if (*handle == MPI_MESSAGE_NO_PROC) {
    error =
        receive(make_request(*comm, Kind::receive, buffer_of(buf, count, type), MPI_PROC_NULL, MPI_ANY_TAG), nullptr);
  } else {
    const std::unique_ptr<Matched> matched(static_cast<Matched*>(*handle));
    comm = matched->handle;
    const Message& message = *matched->message;
    error = check(*comm, count, type, message.source, message.tag, Wildcards::refused);
    if (error == MPI_SUCCESS)
      error = receive(make_request(*comm, Kind::receive, buffer_of(buf, count, type), message.source, message.tag),
                      matched->message);
  }
  *handle = MPI_MESSAGE_NULL;
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*comm, error);
}

/// MPI_PROC_NULL has no message.
void post_for(Request& receive, const std::shared_ptr<Message>& message) {
  if (message)
    post_matched(receive, message);
  else
    post(receive);
}

} // namespace

extern "C" {

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  int flag = 0;
  return probe(__func__, source, tag, comm, &flag, status, Patience::endless, [](const Request&) {});
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return probe(__func__, source, tag, comm, flag, status, Patience::none, [](const Request&) {});
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  int flag = 0;
  return probe(__func__, source, tag, comm, &flag, status, Patience::endless, take_into(message));
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  return probe(__func__, source, tag, comm, flag, status, Patience::none, take_into(message));
}

#define DARUMA_COUNTED_CALLS "sim/mpi/api/matched_receives.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
