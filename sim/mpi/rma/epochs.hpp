// Synchronisation of windows: by fences, by post and start, by locks.
//
// A synchronising call returns when the caller knows that its accesses are complete: an acknowledgement has come back
// for each. A fence is that and a barrier. Posting, completing, asking for a lock, granting and releasing it are
// transfers of no bytes, for which nobody waits but who needs them. MPI_Win_lock returns with the lock. After
// MPI_Win_lock_all a rank is locked when it is accessed first. Each function returns an error class; where the calls do
// not fit together, MPI_ERR_RMA_SYNC. There is no obstacle yet when it is called.
#pragma once

#include "sim/mpi/rma/window.hpp"

#include <vector>

namespace daruma::mpi {

/// Whether accesses or exposures have been begun that a call of the member's has to end.
bool is_in_use(const LocalWindow& window);

/// Waits until all accesses of the caller are complete.
int complete_all(LocalWindow& window);

int fence(LocalWindow& window, int assertion);

int post(LocalWindow& window, const Group& origins, int assertion);
int start(LocalWindow& window, const Group& targets, int assertion);
int end_access_epoch(LocalWindow& window);
int wait_for_origins(LocalWindow& window);
/// The same without blocking.
int test_for_origins(LocalWindow& window, bool& are_done);

int lock(LocalWindow& window, int type, int target, int assertion);
int unlock(LocalWindow& window, int target);
int lock_all(LocalWindow& window, int assertion);
int unlock_all(LocalWindow& window);

/// What a flush waits for: that accesses are complete, or that the caller's buffers are free again.
enum class Flush { complete, local };
int flush(LocalWindow& window, int target, Flush how);
int flush_all(LocalWindow& window, Flush how);

/// Lets the caller access the target's memory, or says why it may not. Blocks where MPI_Win_lock_all left it to the
/// first access to lock it.
int admit(LocalWindow& window, int target);

} // namespace daruma::mpi
