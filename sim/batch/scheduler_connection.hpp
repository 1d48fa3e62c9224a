// The way to a scheduler that is a program of its own: messages over ZeroMQ, one after the other, each answered before
// the next. The scheduler has the socket that answers (REP) and waits at the address; Daruma asks (REQ).
//
// A scheduler of Batsim ends with the simulation. Where several runs ask for the same address, they take turns, and
// each needs one that has begun anew.
#pragma once

#include "sim/core/units.hpp"

#include <memory>
#include <optional>
#include <string>

namespace daruma::batch {

/// What is wrong with an address that should be tcp://HOST:PORT or ipc://FILE; nothing, if nothing is.
std::optional<std::string> problem_of_address(const std::string& address);

class SchedulerConnection {
public:
  /// Waits for its turn. The address has no problem.
  explicit SchedulerConnection(const std::string& address);
  ~SchedulerConnection();
  SchedulerConnection(const SchedulerConnection&) = delete;
  SchedulerConnection& operator=(const SchedulerConnection&) = delete;

  /// The answer to a message, however long it takes. Throws PolicyError if nobody comes to the address for as long as
  /// `patience`, or if who was there goes away.
  std::string exchange(const std::string& message);

  static constexpr Seconds patience{60};

private:
  class Socket;
  void connect();

  std::string address_;
  std::unique_ptr<Socket> socket_{};
  bool is_answered_ = false; ///< the first message was
  struct Turn;
  std::unique_ptr<Turn> turn_;
};

} // namespace daruma::batch
