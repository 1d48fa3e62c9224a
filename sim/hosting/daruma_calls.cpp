// The calls of <daruma.h> as simulated programs meet them (models/port/program_calls.hpp).
#include "sim/hosting/hosted.hpp"
#define DARUMA // as daruma cc defines it
#include "sim/hosting/include/daruma.h"
#include "sim/hosting/stand_ins.hpp"
#include "sim/mpi/process/threads.hpp"

#include <cstddef>

namespace daruma::hosting {

namespace {

/// What the calling process has told; what it has computed until now has taken its time.
models::ProgramCalls& told(const char* function = __builtin_FUNCTION()) {
  Hosted& hosted = caller(function);
  charge_computation();
  return hosted.told;
}

} // namespace

} // namespace daruma::hosting

extern "C" {

void daruma_compute(double flops) {
  if (flops <= 0) return;
  Hosted& hosted = caller();
  const mpi::OutsideMpi outside;
  hosted.port.compute(Flops(flops));
}

int daruma_metric(const char* name, double value) { return told().metric(name, value); }
int daruma_phase_begin(const char* name) { return told().begin_phase(name); }
int daruma_phase_end(const char* name) { return told().end_phase(name); }
int daruma_process() { return caller().process; }

int daruma_array(const char* name, void* place, std::size_t size) {
  models::ProgramCalls& calls = told();
  const int answer = calls.array(name);
  if (answer == DARUMA_OK) caller().memory.name(name, {static_cast<std::byte*>(size > 0 ? place : nullptr), size});
  return answer;
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of <daruma.h>
int daruma_checkpoint(int owner, long version, const void* state, std::size_t size, int place, int partner) {
  models::ProgramCalls& calls = told();
  const mpi::OutsideMpi outside;
  return calls.checkpoint(owner, version, state, size, place, partner);
}

long daruma_newest(int owner, long at_most) { return told().newest(owner, at_most); }

long daruma_restore(int owner, long version, void* state, std::size_t room) {
  models::ProgramCalls& calls = told();
  const mpi::OutsideMpi outside;
  return calls.restore(owner, version, state, room);
}
}
