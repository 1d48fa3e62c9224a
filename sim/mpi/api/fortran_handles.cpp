// Handles as the integers that Fortran has for them (MPI 3.1, section 17.2.4), for programs in C that pass them on.
//
// A process numbers its handles in the order in which it asks for them.
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/process.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

namespace {

/// No handle is 0.
MPI_Fint number_of(void* handle) {
  if (!handle) return 0;
  auto& known = self().numbered_handles;
  const auto found = std::find(known.begin(), known.end(), handle);
  if (found != known.end()) return static_cast<MPI_Fint>(found - known.begin()) + 1;
  known.push_back(handle);
  return static_cast<MPI_Fint>(known.size());
}

void* handle_of(MPI_Fint number) {
  const auto& known = self().numbered_handles;
  const bool is_known = number > 0 && static_cast<std::size_t>(number) <= known.size();
  return is_known ? known[static_cast<std::size_t>(number) - 1] : nullptr;
}

} // namespace

extern "C" {

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define DARUMA_NUMBERED(handle)                                                                                        \
  MPI_Fint MPI_##handle##_c2f(MPI_##handle c) { return number_of(c); }                                                 \
  MPI_##handle MPI_##handle##_f2c(MPI_Fint f) { return static_cast<MPI_##handle>(handle_of(f)); }
// NOLINTEND(bugprone-macro-parentheses)

DARUMA_NUMBERED(Comm)
DARUMA_NUMBERED(Errhandler)
DARUMA_NUMBERED(Group)
DARUMA_NUMBERED(Info)
DARUMA_NUMBERED(Message)
DARUMA_NUMBERED(Op)
DARUMA_NUMBERED(Request)
DARUMA_NUMBERED(Win)
MPI_Fint MPI_Type_c2f(MPI_Datatype type) { return number_of(type); }
MPI_Datatype MPI_Type_f2c(MPI_Fint type) { return static_cast<MPI_Datatype>(handle_of(type)); }

int MPI_Status_c2f(const MPI_Status* status, MPI_Fint* numbers) {
  std::memcpy(numbers, status, sizeof *status);
  return MPI_SUCCESS;
}

int MPI_Status_f2c(const MPI_Fint* numbers, MPI_Status* status) {
  std::memcpy(status, numbers, sizeof *status);
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
