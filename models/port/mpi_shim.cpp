// Linked into a user's program by `daruma cc --on openmpi`, beside the port: what is there for it in both worlds.
// The calls of MPI that the port observes are in real_calls.cpp.
#include "models/port/program_calls.hpp"
#include "models/port/real/real_port.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

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

daruma::models::ProgramCalls& calls() {
  static daruma::models::ProgramCalls mine(daruma::models::real_port(),
                                           [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); });
  return mine;
}

} // namespace

extern "C" {

void daruma_compute(double flops);
int daruma_metric(const char* name, double value);
int daruma_phase_begin(const char* name);
int daruma_phase_end(const char* name);
int daruma_process();
int daruma_array(const char* name, void* place, std::size_t size);
int daruma_checkpoint(int owner, long version, const void* state, std::size_t size, int place, int partner);
long daruma_newest(int owner, long at_most);
long daruma_restore(int owner, long version, void* state, std::size_t room);

void daruma_compute(double flops) { daruma::models::real_port().compute(daruma::Flops(flops)); }
int daruma_metric(const char* name, double value) { return calls().metric(name, value); }
int daruma_phase_begin(const char* name) { return calls().begin_phase(name); }
int daruma_phase_end(const char* name) { return calls().end_phase(name); }
int daruma_process() { return daruma::models::real_port().process_id(); }
int daruma_array(const char* name, void*, std::size_t) { return calls().array(name); }
// NOLINTNEXTLINE(readability-function-size): the parameters are those of <daruma.h>
int daruma_checkpoint(int owner, long version, const void* state, std::size_t size, int place, int partner) {
  return calls().checkpoint(owner, version, state, size, place, partner);
}
long daruma_newest(int owner, long at_most) { return calls().newest(owner, at_most); }
long daruma_restore(int owner, long version, void* state, std::size_t room) {
  return calls().restore(owner, version, state, room);
}
}
