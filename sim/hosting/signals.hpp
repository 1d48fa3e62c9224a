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

} // namespace daruma::hosting
