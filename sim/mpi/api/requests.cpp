// Waiting for requests, testing them, and letting them go.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/p2p/status.hpp"
#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <vector>

namespace daruma::mpi {

namespace {

MPI_Status status_of(const Request& request) {
  MPI_Status status = request.status;
  status.MPI_ERROR = request.error;
  if (!request.generalized) set_cancelled(status, request.cancelled);
  return status;
}

/// Gives the application what a settled request has for it, and frees it unless it is persistent or stays pending.
int hand_over(MPI_Request* handle, MPI_Status* status) {
  Request& request = *from_mpi(*handle);
  int error = request.error;
  if (request.generalized && request.complete)
    error = request.error = request.generalized->query(request.generalized->extra_state, &request.status);
  give(status_of(request), status);
  if (!request.complete) return error;
  request.active = false;
  if (request.persistent) return error;
  const auto generalized = request.generalized;
  const Follower follower = request.follower;
  take_back(request);
  *handle = MPI_REQUEST_NULL;
  follower(DARUMA_IS_GONE);
  if (!generalized) return error;
  const int release_error = generalized->release(generalized->extra_state);
  return error ? error : release_error;
}

bool is_inactive(MPI_Request request) { return request == MPI_REQUEST_NULL || !from_mpi(request)->active; }

/// Whether it is a non-blocking collective or an access that goes on: those can be neither cancelled nor freed.
bool is_under_way(const Request& request) {
  const bool is_message = request.kind == Request::Kind::send || request.kind == Request::Kind::receive;
  return !is_message && !request.generalized && request.active && !request.complete;
}

std::vector<Request*> unwrap(int count, MPI_Request* requests) {
  std::vector<Request*> unwrapped;
  std::transform(requests, requests + count, std::back_inserter(unwrapped), from_mpi);
  return unwrapped;
}

/// The request that failed, as its communicator's error handler is told of it.
struct Blame {
  LocalCommunicator* comm;
  int error = MPI_SUCCESS; ///< where the call itself says no more than MPI_ERR_IN_STATUS
};

/// A call on requests: `body(blame)` returns an error class, raised on the communicator of the request that it blames.
template <class Body> int on_requests(const char* call, Body&& body) {
  Blame blame{enter(call).world};
  const int error = body(blame);
  if (error == MPI_SUCCESS) return MPI_SUCCESS;
  if (error != MPI_ERR_IN_STATUS) return raise(*blame.comm, error);
  raise(*blame.comm, blame.error);
  return MPI_ERR_IN_STATUS;
}

bool is_settled(const Request& request) { return request.complete || request.error != MPI_SUCCESS; }

/// A receive from any source that goes on once the failure of a possible sender is acknowledged.
bool waits_for_acknowledgement(const Request* request) {
  return request && request->active && !request->complete && request->error == MPIX_ERR_PROC_FAILED_PENDING;
}

/// Hands one of several requests over and blames the first that failed; MPI_ERR_IN_STATUS if it is this one.
int hand_over(MPI_Request* request, MPI_Status* status, Blame& blame) {
  LocalCommunicator* const comm = from_mpi(*request)->handle;
  const int error = hand_over(request, status);
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error;
  if (error == MPI_SUCCESS) return MPI_SUCCESS;
  if (blame.error == MPI_SUCCESS) blame = {comm, error};
  return MPI_ERR_IN_STATUS;
}

/// One that is neither complete nor in error, beside another that failed, stays under way with MPI_ERR_PENDING.
int hand_over_all(int count, MPI_Request* requests, MPI_Status* statuses, Blame& blame) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
    if (is_inactive(requests[i])) {
      set_empty(status);
    } else if (is_settled(*from_mpi(requests[i]))) {
      error = std::max(error, hand_over(requests + i, status, blame));
    } else if (status != MPI_STATUS_IGNORE) {
      set_empty(status);
      status->MPI_ERROR = MPI_ERR_PENDING;
    }
  }
  return error;
}

/// Waitsome and Testsome: hands over those that are settled; MPI_UNDEFINED where none is active.
int hand_over_some(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses, Blame& blame) {
  *done = 0;
  int error = MPI_SUCCESS;
  bool any_active = false;
  for (int i = 0; i < count; ++i) {
    if (is_inactive(requests[i])) continue;
    any_active = true;
    if (!is_settled(*from_mpi(requests[i]))) continue;
    MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + *done;
    error = std::max(error, hand_over(requests + i, status, blame));
    indices[(*done)++] = i;
  }
  if (!any_active) *done = MPI_UNDEFINED;
  return error;
}

void let_follower_go(Request& request) {
  request.follower.is_left_alone = request.active && !request.complete;
  if (!request.follower.is_left_alone) request.follower(DARUMA_IS_GONE);
}

/// Whether an active request is complete, which it stays; one of several has its error in its status.
bool look_at(MPI_Request handle, MPI_Status* status) {
  Request& request = *from_mpi(handle);
  if (!poll(request) || !request.complete) return false;
  give(status_of(request), status);
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = request.error;
  return true;
}

} // namespace

extern "C" {

void daruma_follow(MPI_Request request, void (*follower)(void* state, DarumaMoment moment), void* state) {
  Request& followed = *from_mpi(request);
  followed.follower = {follower, state};
  if (followed.complete) followed.follower(DARUMA_IS_COMPLETE);
}

int MPI_Start(MPI_Request* request) {
  return on_requests(__func__, [&](Blame&) {
    if (*request == MPI_REQUEST_NULL || from_mpi(*request)->active) return +MPI_ERR_REQUEST;
    start_request(*from_mpi(*request));
    return +MPI_SUCCESS;
  });
}

int MPI_Startall(int count, MPI_Request* requests) {
  for (int i = 0; i < count; ++i)
    if (const int error = MPI_Start(requests + i)) return error;
  return MPI_SUCCESS;
}

int MPI_Request_free(MPI_Request* request) {
  return on_requests(__func__, [&](Blame&) {
    if (*request == MPI_REQUEST_NULL || is_under_way(*from_mpi(*request))) return +MPI_ERR_REQUEST;
    let_follower_go(*from_mpi(*request));
    auto& unattended = self().unattended;
    const auto generalized = from_mpi(*request)->complete ? from_mpi(*request)->generalized : nullptr;
    const auto is_done = [](const auto& kept) { return !kept->active || kept->complete; };
    unattended.push_back(take_back(*from_mpi(*request)));
    unattended.erase(std::remove_if(unattended.begin(), unattended.end(), is_done), unattended.end());
    *request = MPI_REQUEST_NULL;
    return generalized ? generalized->release(generalized->extra_state) : +MPI_SUCCESS;
  });
}

int MPI_Cancel(MPI_Request* request) {
  return on_requests(__func__, [&](Blame&) {
    if (is_inactive(*request) || is_under_way(*from_mpi(*request))) return +MPI_ERR_REQUEST;
    Request& cancelled = *from_mpi(*request);
    if (cancelled.partitioned) return +MPI_ERR_REQUEST;
    if (const auto generalized = cancelled.generalized)
      return generalized->cancel(generalized->extra_state, cancelled.complete);
    if (cancelled.kind == Request::Kind::send) {
      cancelled.cancelled = recall(cancelled);
      return +MPI_SUCCESS;
    }
    if (cancelled.complete || cancelled.message) return +MPI_SUCCESS;
    withdraw(cancelled);
    cancelled.cancelled = true;
    cancelled.finish(MPI_SUCCESS);
    return +MPI_SUCCESS;
  });
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return on_requests(__func__, [&](Blame& blame) {
    if (is_inactive(*request)) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    Request* one = from_mpi(*request);
    blame.comm = one->handle;
    wait_all_or_failure(&one, 1);
    return hand_over(request, status);
  });
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  return on_requests(__func__, [&](Blame& blame) {
    const auto unwrapped = unwrap(count, requests);
    wait_all_or_failure(unwrapped.data(), count);
    return hand_over_all(count, requests, statuses, blame);
  });
}

int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return on_requests(__func__, [&](Blame& blame) {
    const int found = wait_any(unwrap(count, requests).data(), count);
    *index = found < 0 ? MPI_UNDEFINED : found;
    if (found < 0) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    blame.comm = from_mpi(requests[found])->handle;
    return hand_over(requests + found, status);
  });
}

int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  return on_requests(__func__, [&](Blame& blame) {
    const auto unwrapped = unwrap(count, requests);
    wait_any(unwrapped.data(), count);
    poll(unwrapped.data(), count);
    return hand_over_some(count, requests, done, indices, statuses, blame);
  });
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Blame& blame) {
    if (is_inactive(*request)) {
      *flag = 1;
      set_empty(status);
      return +MPI_SUCCESS;
    }
    blame.comm = from_mpi(*request)->handle;
    const bool has_outcome = poll(*from_mpi(*request));
    *flag = from_mpi(*request)->complete;
    if (has_outcome) return hand_over(request, status);
    pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  return on_requests(__func__, [&](Blame& blame) {
    const auto unwrapped = unwrap(count, requests);
    const auto active = std::count_if(requests, requests + count, [](MPI_Request r) { return !is_inactive(r); });
    const bool have_outcomes = poll(unwrapped.data(), count) == active;
    const auto waits_on = std::find_if(unwrapped.begin(), unwrapped.end(), waits_for_acknowledgement);
    *flag = have_outcomes && waits_on == unwrapped.end();
    if (*flag) return hand_over_all(count, requests, statuses, blame);
    if (waits_on != unwrapped.end()) {
      blame.comm = (*waits_on)->handle;
      return +MPIX_ERR_PROC_FAILED_PENDING;
    }
    pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Blame& blame) {
    const auto unwrapped = unwrap(count, requests);
    *index = MPI_UNDEFINED;
    *flag = std::all_of(requests, requests + count, is_inactive);
    if (*flag) {
      set_empty(status);
      return +MPI_SUCCESS;
    }
    int pending = MPI_SUCCESS;
    for (int i = 0; i < count; ++i) {
      if (is_inactive(requests[i]) || !poll(*unwrapped[static_cast<std::size_t>(i)])) continue;
      const Request& found = *unwrapped[static_cast<std::size_t>(i)];
      blame.comm = found.handle;
      pending = found.error;
      if (!found.complete) continue;
      *index = i;
      *flag = 1;
      return hand_over(requests + i, status);
    }
    if (pending == MPI_SUCCESS) pass(poll_cost);
    return pending;
  });
}

int MPI_Testsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  return on_requests(__func__, [&](Blame& blame) {
    const auto unwrapped = unwrap(count, requests);
    if (poll(unwrapped.data(), count) == 0) pass(poll_cost);
    return hand_over_some(count, requests, done, indices, statuses, blame);
  });
}

int MPI_Request_get_status_any(int count, const MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Blame&) {
    *index = MPI_UNDEFINED;
    *flag = std::all_of(requests, requests + count, is_inactive);
    set_empty(status);
    for (int i = 0; i < count && !*flag; ++i) {
      if (is_inactive(requests[i]) || !look_at(requests[i], status)) continue;
      *index = i;
      *flag = 1;
    }
    if (!*flag) pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Request_get_status_all(int count, const MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  return on_requests(__func__, [&](Blame&) {
    *flag = 1;
    for (int i = 0; i < count; ++i) {
      MPI_Status* const status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
      set_empty(status);
      if (!is_inactive(requests[i]) && !look_at(requests[i], status)) *flag = 0;
    }
    if (!*flag) pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Request_get_status_some(int count, const MPI_Request requests[], int* done, int indices[],
                                MPI_Status statuses[]) {
  return on_requests(__func__, [&](Blame&) {
    *done = 0;
    for (int i = 0; i < count; ++i) {
      MPI_Status* const status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + *done;
      if (!is_inactive(requests[i]) && look_at(requests[i], status)) indices[(*done)++] = i;
    }
    if (std::all_of(requests, requests + count, is_inactive))
      *done = MPI_UNDEFINED;
    else if (*done == 0)
      pass(poll_cost);
    return +MPI_SUCCESS;
  });
}

int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return on_requests(__func__, [&](Blame&) {
    set_empty(status);
    *flag = is_inactive(request);
    if (*flag) return +MPI_SUCCESS;
    *flag = look_at(request, status);
    if (!*flag) pass(poll_cost);
    return +MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
