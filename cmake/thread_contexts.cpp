// Part of every program that uses SimGrid and AddressSanitizer.
//
// The sanitizer knows the stacks of threads but not those of SimGrid's own contexts: with these, an
// exception or a longjmp that leaves a frame makes it report overflows that are none.
#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

namespace {

bool run_actors_on_threads() {
  xbt_log_control_set("xbt_cfg.thresh:warning");
  simgrid::s4u::Engine::set_config("contexts/factory:thread");
  return true;
}

[[maybe_unused]] const bool actors_run_on_threads = run_actors_on_threads();

} // namespace
