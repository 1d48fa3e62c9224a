// Handles as the integers that Fortran has for them (MPI 3.1, section 17.2.4).
//
// A process numbers its handles in the order in which it asks for them, behind those that mpif.h names
// (fortran/predefined.def).
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/process.hpp"

#include <cstring>

namespace daruma::mpi {

namespace {

NumberedHandles& handles() {
  NumberedHandles& known = self().numbered_handles;
  if (known.is_empty()) {
#define HANDLE(kind, name) known.append(name);
#include "sim/mpi/fortran/predefined.def"
#undef HANDLE
  }
  return known;
}

MPI_Fint number_of(void* handle) { return handles().number_of(handle); }
void* handle_of(MPI_Fint number) { return handles().handle_of(number); }

} // namespace

extern "C" {

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define DARUMA_NUMBERED(handle)                                                                                        \
  MPI_Fint MPI_##handle##_c2f(MPI_##handle c) { return number_of(c); }                                                 \
  MPI_##handle MPI_##handle##_f2c(MPI_Fint f) { return static_cast<MPI_##handle>(handle_of(f)); }
DARUMA_NUMBERED(Comm)
DARUMA_NUMBERED(Errhandler)
DARUMA_NUMBERED(File)
DARUMA_NUMBERED(Group)
DARUMA_NUMBERED(Info)
DARUMA_NUMBERED(Message)
DARUMA_NUMBERED(Op)
DARUMA_NUMBERED(Request)
DARUMA_NUMBERED(Session)
DARUMA_NUMBERED(Win)
MPI_Fint MPI_Type_c2f(MPI_Datatype type) { return number_of(type); }
MPI_Datatype MPI_Type_f2c(MPI_Fint type) { return static_cast<MPI_Datatype>(handle_of(type)); }

// Statuses lie in memory as Fortran's do, whether these are integers or of mpi_f08's type.
#define DARUMA_COPIED(call, From, To)                                                                                  \
  int call(const From* from, To* to) {                                                                                 \
    std::memcpy(to, from, sizeof(MPI_Status));                                                                         \
    return MPI_SUCCESS;                                                                                                \
  }

// NOLINTEND(bugprone-macro-parentheses)

DARUMA_COPIED(MPI_Status_c2f, MPI_Status, MPI_Fint)
DARUMA_COPIED(MPI_Status_f2c, MPI_Fint, MPI_Status)
DARUMA_COPIED(MPI_Status_c2f08, MPI_Status, MPI_F08_status)
DARUMA_COPIED(MPI_Status_f082c, MPI_F08_status, MPI_Status)
DARUMA_COPIED(MPI_Status_f2f08, MPI_Fint, MPI_F08_status)
DARUMA_COPIED(MPI_Status_f082f, MPI_F08_status, MPI_Fint)
}

} // namespace daruma::mpi
