// Accesses of a file's stretches by one process: the time that they take at the file system, and the bytes.
#pragma once

#include "sim/mpi/files/file.hpp"

#include <cstddef>
#include <vector>

namespace daruma::mpi {

/// A stretch of a file, and its bytes in memory.
struct Piece {
  FileStretch place;
  std::byte* data;
};

/// Stretches of data that lie one after the other in memory.
std::vector<Piece> pieces_of(const std::vector<FileStretch>& stretches, std::byte* data);

/// The caller reads them; an error class. Where the file ends before, the rest is left as it is: `file_size` is what
/// there was.
int read_pieces(const File& file, const std::vector<Piece>& pieces, MPI_Offset& file_size);
/// The caller writes them; where they overlap, the later ones prevail.
int write_pieces(const File& file, const std::vector<Piece>& pieces);

/// What of a stretch there is in a file of that size, in bytes.
MPI_Offset present(const FileStretch& stretch, MPI_Offset file_size);

/// How many bytes of these stretches, from the first on, there are in a file of that size.
MPI_Offset bytes_within(const std::vector<FileStretch>& stretches, MPI_Offset file_size);

} // namespace daruma::mpi
