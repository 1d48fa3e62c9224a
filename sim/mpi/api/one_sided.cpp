// Accesses to the memory of windows, with a request and without.
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/api/window_calls.hpp"
#include "sim/mpi/rma/accesses.hpp"

namespace daruma::mpi {

namespace {

/// `access(LocalWindow&, const CallSite&)`
template <class Make> int access(const CallSite& site, MPI_Win win, Make&& make) {
  return on_sound_window(site.call, win, [&](LocalWindow& window) { return make(window, site); });
}

/// The same with a request, which there is none of where the call fails.
template <class Make>
int access_with_request(const CallSite& site, MPI_Win win, int target, MPI_Request* result, Make&& make) {
  *result = MPI_REQUEST_NULL;
  return on_sound_window(site.call, win, [&](LocalWindow& window) {
    Request& request =
        issue(make_request(*window.comm, Request::Kind::access, Buffer(), target, 0, ContextKind::across), site.call);
    begin(request);
    if (const int error = make(window, CallSite{site.call, site.place, &request})) {
      withdraw(request);
      take_back(request);
      return error;
    }
    *result = to_mpi(&request);
    return +MPI_SUCCESS;
  });
}

int get_accumulate(LocalWindow& window, const Buffer& from, const Buffer& before, const Target& target, MPI_Op op,
                   const CallSite& site) {
  return accumulate(window, from, &before, target, op, site);
}

} // namespace

// What a call is known by for its messages: its name, and where it came from.
#define DARUMA_CALL_SITE                                                                                               \
  CallSite { __func__, __builtin_return_address(0) }

extern "C" {

// A call in both forms; `make` says what an access in `window` from `site` is.
// NOLINTBEGIN(bugprone-macro-parentheses): names and parameters
#define DARUMA_ACCESS(plain, requested, make, ...)                                                                     \
  int plain(__VA_ARGS__, MPI_Win win) {                                                                                \
    return access(DARUMA_CALL_SITE, win, [&](LocalWindow& window, const CallSite& site) { return make; });             \
  }                                                                                                                    \
  int requested(__VA_ARGS__, MPI_Win win, MPI_Request* request) {                                                      \
    return access_with_request(DARUMA_CALL_SITE, win, target_rank, request,                                            \
                               [&](LocalWindow& window, const CallSite& site) { return make; });                       \
  }
// NOLINTEND(bugprone-macro-parentheses)

#define DARUMA_COUNTED_CALLS "sim/mpi/api/accesses.inc"
#include "sim/mpi/api/counted.hpp"

int MPI_Fetch_and_op(const void* origin, void* result, MPI_Datatype type, int target_rank, MPI_Aint at, MPI_Op op,
                     MPI_Win win) {
  return access(DARUMA_CALL_SITE, win, [&](LocalWindow& window, const CallSite& site) {
    return get_accumulate(window, buffer_of(origin, 1, type), buffer_of(result, 1, type), {target_rank, at, 1, type},
                          op, site);
  });
}

int MPI_Compare_and_swap(const void* origin, const void* compare, void* result, MPI_Datatype type, int target_rank,
                         MPI_Aint at, MPI_Win win) {
  return access(DARUMA_CALL_SITE, win, [&](LocalWindow& window, const CallSite& site) {
    return compare_and_swap(window, buffer_of(origin, 1, type), buffer_of(compare, 1, type), buffer_of(result, 1, type),
                            {target_rank, at, 1, type}, site);
  });
}
}

} // namespace daruma::mpi
