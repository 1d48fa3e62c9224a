// Linked into a user's program by `daruma cc --on openmpi`, beside the port: what is there for it in both worlds.
// The calls of MPI that the port observes are in real_calls.cpp.
#include "models/port/real/real_port.hpp"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace {

/// Before main. Lines leave the process as they end, as they do in simulation, though they go into a pipe.
__attribute__((constructor)) void set_up() {
  if (std::getenv("DARUMA_RUN") == nullptr) {
    std::fputs("this program was compiled for `daruma run SCENARIO --on openmpi`, which starts it; to start it by hand "
               "compile it with mpicc\n",
               stderr);
    _exit(EXIT_FAILURE);
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

} // namespace

extern "C" {

void daruma_compute(double flops);
void daruma_compute(double flops) { daruma::models::real_port().compute(daruma::Flops(flops)); }
}
