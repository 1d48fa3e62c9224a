// User Level Failure Mitigation behind one face, so that one source runs on every MPI.
//
// FT_HAVE_ULFM is 1 where the MPI offers MPIX_Comm_revoke, _shrink and _agree that work: under the
// simulator and with Open MPI 5. Open MPI 4.1 has none; MPICH 4 declares them but its launcher ends
// the survivors too, so it counts as having none. Without ULFM a failure ends the job, as ordinary
// MPI does, while resizing by split and spawn works everywhere.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <vector>

#ifndef FT_HAVE_ULFM
#if defined(MPICH_VERSION)
#define FT_HAVE_ULFM 0
#elif defined(OMPI_HAVE_MPI_EXT_FTMPI) || defined(MPIX_FT_SUPPORT)
#define FT_HAVE_ULFM 1
#else
#define FT_HAVE_ULFM 0
#endif
#endif

namespace daruma::models::ulfm {

inline constexpr bool available = FT_HAVE_ULFM == 1;

/// What a return code says about the peers. ULFM tells some ranks of a failure and others only that
/// the communicator was revoked: both mean that someone has died or that someone else thinks so.
enum class ReturnClass { success, process_failed, revoked, other_error };

ReturnClass classify(int code);
/// True if the code is ULFM's way of saying that the communicator has lost somebody.
bool is_failure(int code);
/// The MPI name of the outcome's error class, with what it means.
const char* describe(ReturnClass);

/// The operations of the same names; without ULFM revoke does nothing, shrink is an error, agree is a reduction.
int revoke(MPI_Comm comm);
int shrink(MPI_Comm comm, MPI_Comm* survivors);
int agree(MPI_Comm comm, int* flag);

/// Shrinks until nobody dies meanwhile; the communicator returns its errors. Ends the job where it fails otherwise.
MPI_Comm survivors_of(MPI_Comm comm);

/// The ranks of `comm` that the caller knows to have failed, ascending. It has acknowledged them by then: they no
/// longer interrupt its receives from any source. None without ULFM.
std::vector<int> acknowledge_failed(MPI_Comm comm);

/// Lets every pair of `comm` talk once where that matters: Open MPI 5 connects lazily, and a first contact
/// between processes of different spawns hangs if the other side has died by then.
int introduce_all(MPI_Comm comm);

} // namespace daruma::models::ulfm
