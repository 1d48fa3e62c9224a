// What a job reads and writes, as pieces of the time that it takes: it reads its input, works, writes, works on, and
// writes its last output.
//
// A log tells how long a job took, reading and writing included. Assumed: it was alone on the file system then. So what
// it reads and writes takes that part of its run time which it takes alone, and the rest is work; where there is more
// to read and write than there was time, it reads and writes as much less as fits. These are the transfers of Herault,
// Robert, Bouteiller, Arnold, Ferreira, Bosilca, Dongarra, "Checkpointing strategies for shared high-performance
// computing platforms", 2019: an initial input, regular output, a final output; here each output is alike.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>

namespace daruma::batch {

/// Of a job that is alone. Piece 0 is its input, then work and output take turns, from 1 on; pieces may be empty.
struct Pieces {
  Seconds run{0}; ///< all of them together
  Seconds input{0};
  Seconds output{0};    ///< each
  Seconds every{never}; ///< work between two outputs
  double share = 1;     ///< of its input and output that there was time for
};

/// Of a job that took so long, and whose input and output take so long alone.
Pieces pieces_of(Seconds run, Seconds input, Seconds output, Seconds every);

enum class PieceKind { input, work, output };
PieceKind kind_of(std::size_t piece);
/// The first that is not empty, and the last.
std::size_t first_piece(const Pieces&);
std::size_t last_piece(const Pieces&);
/// What is left of the job's time after a piece; 0 after the last.
Seconds left_after(const Pieces&, std::size_t piece);
/// The time that a piece takes.
Seconds length(const Pieces&, std::size_t piece);

} // namespace daruma::batch
