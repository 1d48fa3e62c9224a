// The handlers of faults while programs are hosted.
#pragma once

#include <csignal>
#include <map>

namespace daruma::hosting {

/// While it lives, a fault (SIGSEGV, SIGABRT, ...) ends the process that committed it, not the simulator.
class Signals {
public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

private:
  stack_t stack_before_{};
  std::map<int, struct sigaction> before_;
};

/// Has handlers that interrupt the calling thread run on a stack of their own: the process's may be what has
/// overflown. For processes that are threads; where they are not, all share one.
void use_handler_stack();

} // namespace daruma::hosting
