// The handlers of faults while programs are hosted.
#pragma once

#include <csignal>
#include <exception>
#include <map>
#include <vector>

namespace daruma::program {

/// While it lives, a fault (SIGSEGV, SIGABRT, ...) ends the process that committed it, not the simulator.
class Signals {
public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

private:
  std::vector<char> stack_; ///< handlers run here: the process's own may be what has overflown
  stack_t stack_before_{};
  std::map<int, struct sigaction> before_;
  std::terminate_handler terminate_before_;
};

} // namespace daruma::program
