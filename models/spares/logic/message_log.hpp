// What a rank has sent to its neighbours and may have to send again: sender-based message logging, as MPICH-V2 has it
// (Bouteiller, Cappello, Herault, Krawezik, Lemarinier, Magniette, SC2003).
//
// A rank of a stencil sends each neighbour one message in every step, all of one size, in the order of the steps: what
// is kept for a neighbour is a range of steps. A neighbour's checkpoint ends what it will ask for. Pure, no MPI.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daruma::models::spares {

class MessageLog {
public:
  MessageLog(int neighbours, Bytes message);

  /// The messages of one more step, to all neighbours.
  void keep_step();
  /// The neighbour will ask for no message of a step before this one.
  void forget_before(int neighbour, std::int64_t step);

  /// Steps whose messages were sent.
  std::int64_t steps() const { return steps_; }
  /// The first step whose message to the neighbour is still there.
  std::int64_t first(int neighbour) const { return first_[static_cast<std::size_t>(neighbour)]; }
  /// Of all messages that are kept now.
  Bytes size() const;
  /// The most that was kept at one time.
  Bytes most() const { return most_; }

  /// As part of a checkpoint that is taken after so many steps; the messages themselves go with it.
  std::vector<std::byte> saved() const;
  /// The log that was saved after `steps` steps.
  void restore(std::int64_t steps, const std::vector<std::byte>& saved);

private:
  Bytes message_;
  std::int64_t steps_ = 0;
  std::vector<std::int64_t> first_; ///< by neighbour
  Bytes most_{0};
};

} // namespace daruma::models::spares
