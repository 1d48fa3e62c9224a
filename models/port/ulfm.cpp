#include "models/port/ulfm.hpp"

#include "models/port/rank.hpp"
#include "sim/core/words.hpp"

#include <algorithm>
#include <numeric>

namespace daruma::models::ulfm {

MPI_Comm survivors_of(MPI_Comm comm) {
  MPI_Comm survivors = MPI_COMM_NULL;
  int code = MPI_SUCCESS;
  do code = shrink(comm, &survivors);
  while (is_failure(code));
  if (code != MPI_SUCCESS) MPI_Abort(comm, code);
  MPI_Comm_set_errhandler(survivors, MPI_ERRORS_RETURN);
  return survivors;
}

ReturnClass classify(int code) {
  if (code == MPI_SUCCESS) return ReturnClass::success;
  int error_class = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &error_class);
#if FT_HAVE_ULFM
  if (error_class == MPIX_ERR_PROC_FAILED) return ReturnClass::process_failed;
  if (error_class == MPIX_ERR_PROC_FAILED_PENDING) return ReturnClass::process_failed;
  if (error_class == MPIX_ERR_REVOKED) return ReturnClass::revoked;
#endif
  return ReturnClass::other_error;
}

bool is_failure(int code) {
  const ReturnClass outcome = classify(code);
  return outcome == ReturnClass::process_failed || outcome == ReturnClass::revoked;
}

const char* describe(ReturnClass outcome) {
  static const Choices<ReturnClass> classes{{"MPI_SUCCESS", ReturnClass::success},
                                            {"MPI_ERR_PROC_FAILED: Process Failure", ReturnClass::process_failed},
                                            {"MPI_ERR_REVOKED: Communication Object Revoked", ReturnClass::revoked},
                                            {"MPI_ERR_OTHER", ReturnClass::other_error}};
  return word_of(classes, outcome).data();
}

#if FT_HAVE_ULFM

int revoke(MPI_Comm comm) { return MPIX_Comm_revoke(comm); }
int shrink(MPI_Comm comm, MPI_Comm* survivors) { return MPIX_Comm_shrink(comm, survivors); }
int agree(MPI_Comm comm, int* flag) { return MPIX_Comm_agree(comm, flag); }

std::vector<int> acknowledge_failed(MPI_Comm comm) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group failed = MPI_GROUP_NULL;
  MPIX_Comm_failure_ack(comm);
  MPIX_Comm_failure_get_acked(comm, &failed);
  MPI_Comm_group(comm, &all);
  int count = 0;
  MPI_Group_size(failed, &count);
  std::vector<int> places(static_cast<std::size_t>(count));
  std::vector<int> ranks(places.size());
  std::iota(places.begin(), places.end(), 0);
  MPI_Group_translate_ranks(failed, count, places.data(), all, ranks.data());
  MPI_Group_free(&all);
  MPI_Group_free(&failed);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

#else

int revoke(MPI_Comm) { return MPI_SUCCESS; }
int shrink(MPI_Comm, MPI_Comm* survivors) {
  *survivors = MPI_COMM_NULL;
  return MPI_ERR_OTHER;
}
int agree(MPI_Comm comm, int* flag) { return MPI_Allreduce(MPI_IN_PLACE, flag, 1, MPI_INT, MPI_BAND, comm); }
std::vector<int> acknowledge_failed(MPI_Comm) { return {}; }

#endif

#if FT_HAVE_ULFM && defined(OPEN_MPI)

int introduce_all(MPI_Comm comm) {
  constexpr int tag = 0;
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  for (int distance = 1; distance < size; ++distance) {
    const int code = MPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank + distance) % size, tag, nullptr, 0, MPI_BYTE,
                                  (rank + size - distance) % size, tag, comm, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) return code;
  }
  return MPI_SUCCESS;
}

#else

int introduce_all(MPI_Comm) { return MPI_SUCCESS; }

#endif

} // namespace daruma::models::ulfm
