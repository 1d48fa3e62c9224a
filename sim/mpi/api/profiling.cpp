// The names MPI_X, weak, so that a profiling library linked before has its own.
#include "sim/mpi/api/profiling.hpp"

#if defined(__x86_64__)
#define DARUMA_JUMP_TO(call) "jmp " call "@PLT"
#elif defined(__aarch64__)
#define DARUMA_JUMP_TO(call) "b " call
#else
#error "sim/mpi does not know how to jump on this processor"
#endif

#define DARUMA_OTHER_NAME(call)                                                                                        \
  asm(".weak " #call "\n"                                                                                              \
      ".type " #call ", @function\n" #call ": " DARUMA_JUMP_TO("P" #call) "\n"                                         \
                                                                          ".size " #call ", .-" #call "\n");

asm(".text");
#define OWN(call) DARUMA_OTHER_NAME(call)
#define REFUSED(call, why)
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
DARUMA_OTHER_NAME(MPI_Init)
