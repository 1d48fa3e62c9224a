/* What a program for simulation meets when it is started as an ordinary one: it runs until it calls MPI, and is told
   how to go on. Tests that build systems run (whether what the compiler makes can be executed) call no MPI. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Outside of a simulation a program takes the time that it takes. */
void daruma_compute(double flops) { (void)flops; }
