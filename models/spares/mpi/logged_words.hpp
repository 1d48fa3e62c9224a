// What ranks that go back alone, and who keeps their events, say to each other.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace daruma::models::spares {

enum class Say : std::int32_t {
  received,  ///< rank to logger: it has received a message, of step `number`
  stored,    ///< logger to rank: that it has received one is stored
  saved,     ///< rank to logger and neighbours: it has a checkpoint after `number` steps
  send_from, ///< rank to neighbour: what it needs of it, from the messages of step `number` on
  moved,     ///< logger to neighbours: the rank is process `number` now
  take,      ///< logger to spare: it is the rank now, of which `number` events follow
  done,      ///< rank to logger: all steps are done; it has kept `number` bytes of messages at most
  end        ///< logger to all: everybody is
};

struct Word {
  Say say;
  std::int32_t rank;
  std::int64_t number;
};

constexpr int word_tag = 2;
constexpr int events_tag = 3;
/// What is stored of a message that was received: who sent it, its number there, who received it, its number there.
constexpr int bytes_of_an_event = 16;

/// Who does not hear it, as it is dead, is known to be so in time.
inline void tell(int process, const Word& word) {
  MPI_Send(&word, sizeof word, MPI_BYTE, process, word_tag, MPI_COMM_WORLD);
}

} // namespace daruma::models::spares
