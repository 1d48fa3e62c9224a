#include "models/dyprc/mpi/ulfm_dyprc.h"

#include "models/dyprc/mpi/runtime.hpp"

using daruma::models::dyprc::runtime;

int ulfm_dyprc_merge_child(MPI_Comm* mworld) { return runtime().merge_child(mworld); }

void ulfm_dyprc_on_restart(void (*restart)(void*), void* argument) { runtime().on_restart(restart, argument); }

int ulfm_dyprc_poll(MPI_Comm) { return runtime().poll(); }

int ulfm_dyprc_is_put_aside(void) { return runtime().is_put_aside() ? 1 : 0; }

int ulfm_dyprc_lost(void) { return runtime().lost(); }

void ulfm_dyprc_finalize(MPI_Comm* mworld) {
  runtime().finalize();
  *mworld = MPI_COMM_NULL;
}

jmp_buf* ulfm_dyprc_restart_point(void) { return &runtime().restart_point(); }

int ulfm_dyprc_first_pass(MPI_Comm, int newcomer) { return runtime().first_pass(newcomer != 0); }

int ulfm_dyprc_restart(MPI_Comm) { return runtime().restart(); }
