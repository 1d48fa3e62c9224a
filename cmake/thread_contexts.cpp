// Part of every program that uses SimGrid and AddressSanitizer.
//
// The sanitizer knows the stacks of threads but not those of SimGrid's own contexts: with these, an
// exception or a longjmp that leaves a frame makes it report overflows that are none.
#include <simgrid/s4u/Engine.hpp>

namespace {
[[maybe_unused]] const bool contexts_are_threads = (simgrid::s4u::Engine::set_config("contexts/factory:thread"), true);
} // namespace
