/* What a program for simulation meets when it is started as an ordinary one: it runs until it calls MPI_Init, or what
   needs it, and is told how to go on. Tests that build systems run (whether what the compiler makes can be executed)
   call no MPI, or what may be called before. */
#define _GNU_SOURCE
#include <daruma-version.h>
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program that is linked as an executable (-pie) shows the simulator only what a library asks for: where main is. */
extern const void* const daruma_main __attribute__((weak));
const void* const* daruma_asks_for_main(void);
const void* const* daruma_asks_for_main(void) { return &daruma_main; }

/* Where all calls of the simulator's lead (call_stubs.awk). */
void daruma_called_outside(const char* call) {
  fprintf(stderr,
          "%s: %s is simulated here, so this program runs in Daruma's simulator:\n"
          "  darumarun -np 4 %s ARGUMENTS...\n"
          "or as the \"program\" of a job in a scenario (daruma run SCENARIO)\n",
          program_invocation_short_name, call, program_invocation_name);
  exit(2);
}

/* What may be called before MPI_Init and is not among the calls that lead there (call_stubs.awk). */
#define BEFORE_INIT(call, parameters, arguments)                                                                       \
  int MPI_##call parameters { return PMPI_##call arguments; }                                                          \
  int PMPI_##call parameters

BEFORE_INIT(Get_version, (int* version, int* subversion), (version, subversion)) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
BEFORE_INIT(Get_library_version, (char* version, int* length), (version, length)) {
  strcpy(version, DARUMA_LIBRARY_VERSION);
  *length = (int)strlen(version);
  return MPI_SUCCESS;
}
BEFORE_INIT(Initialized, (int* flag), (flag)) {
  *flag = 0;
  return MPI_SUCCESS;
}
BEFORE_INIT(Finalized, (int* flag), (flag)) {
  *flag = 0;
  return MPI_SUCCESS;
}

/* Outside of a simulation a program takes the time that it takes. */
void daruma_compute(double flops) { (void)flops; }
