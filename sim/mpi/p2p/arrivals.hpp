// Messages that have come to a process and wait for its processor (RuntimeProfile::receive).
//
// A library without a thread of its own receives while the program waits, tests or probes, one message after the other.
// One that no receive has asked for goes to the library's memory, and the receive that asks for it later copies it from
// there (RuntimeProfile::copy).
#pragma once

#include "sim/core/units.hpp"

#include <list>
#include <memory>

namespace daruma::mpi {

struct Message;

class Arrivals {
public:
  /// The message has just come, or is in the library's memory. Wakes a fiber of the receiver's that waits for
  /// something. Kernel context, or a fiber of the receiver's.
  void add(std::shared_ptr<Message> message);
  /// The calling fiber, one of the receiver's, spends the time of the oldest one; false if there is none.
  bool receive_next();
  void clear();

private:
  struct Arrival {
    std::shared_ptr<Message> message;
    Seconds time; ///< of the processor
  };

  std::list<Arrival> waiting_;
  std::list<Arrival> in_hand_; ///< of the receiver's fibers
};

} // namespace daruma::mpi
