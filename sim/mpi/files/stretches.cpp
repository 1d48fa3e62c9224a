#include "sim/mpi/files/stretches.hpp"

#include "sim/mpi/process/runtime.hpp"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace daruma::mpi {

MPI_Offset present(const FileStretch& stretch, MPI_Offset file_size) {
  return std::clamp<MPI_Offset>(file_size - stretch.offset, 0, stretch.size);
}

namespace {

constexpr MPI_Offset read_window = 4 << 20;    // bytes, ROMIO's ind_rd_buffer_size
constexpr MPI_Offset write_window = 512 << 10; // bytes, ROMIO's ind_wr_buffer_size

/// Stretches that are accessed together, with what lies between them.
struct SieveWindow {
  FileStretch whole;
  bool has_gaps;
};

/// In the order of the file, neighbours and those that overlap joined.
std::vector<FileStretch> joined(const std::vector<Piece>& pieces) {
  std::vector<FileStretch> sorted;
  sorted.reserve(pieces.size());
  for (const Piece& piece : pieces) sorted.push_back(piece.place);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  std::vector<FileStretch> all;
  for (const FileStretch& one : sorted) {
    if (!all.empty() && one.offset <= all.back().end())
      all.back().size = std::max(all.back().end(), one.end()) - all.back().offset;
    else
      all.push_back(one);
  }
  return all;
}

std::vector<SieveWindow> windows_of(const std::vector<Piece>& pieces, MPI_Offset width) {
  std::vector<SieveWindow> windows;
  for (const FileStretch& one : joined(pieces)) {
    if (!windows.empty() && one.end() <= windows.back().whole.offset + width) {
      windows.back().whole.size = one.end() - windows.back().whole.offset;
      windows.back().has_gaps = true;
    } else {
      windows.push_back({one, false});
    }
  }
  return windows;
}

Bytes bytes(MPI_Offset count) { return Bytes(static_cast<double>(count)); }

/// Moves all bytes of a piece, or those up to the end of the file; an error class.
template <class Move> int move_all(const Piece& piece, Move&& move) {
  for (MPI_Offset done = 0; done < piece.place.size;) {
    const ssize_t moved =
        move(piece.data + done, static_cast<std::size_t>(piece.place.size - done), piece.place.offset + done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) return class_of(errno);
    if (moved == 0) break;
    done += moved;
  }
  return MPI_SUCCESS;
}

} // namespace

std::vector<Piece> pieces_of(const std::vector<FileStretch>& stretches, std::byte* data) {
  std::vector<Piece> pieces;
  pieces.reserve(stretches.size());
  for (const FileStretch& stretch : stretches) {
    pieces.push_back({stretch, data});
    data += stretch.size;
  }
  return pieces;
}

int read_pieces(const File& file, const std::vector<Piece>& pieces, MPI_Offset& file_size) {
  const auto read = [&](std::byte* to, std::size_t size, MPI_Offset at) {
    return ::pread(file.descriptor, to, size, at);
  };
  file_size = file.size();
  for (const Piece& piece : pieces)
    if (const int error = move_all(piece, read)) return error;
  for (const SieveWindow& window : windows_of(pieces, read_window))
    read_from_file_system(bytes(present(window.whole, file_size)));
  return MPI_SUCCESS;
}

int write_pieces(const File& file, const std::vector<Piece>& pieces) {
  const auto write = [&](const std::byte* from, std::size_t size, MPI_Offset at) {
    return ::pwrite(file.descriptor, from, size, at);
  };
  for (const SieveWindow& window : windows_of(pieces, write_window)) {
    if (window.has_gaps) read_from_file_system(bytes(present(window.whole, file.size())));
    write_to_file_system(bytes(window.whole.size));
  }
  for (const Piece& piece : pieces)
    if (const int error = move_all(piece, write)) return error;
  return MPI_SUCCESS;
}

MPI_Offset bytes_within(const std::vector<FileStretch>& stretches, MPI_Offset file_size) {
  MPI_Offset found = 0;
  for (const FileStretch& stretch : stretches) {
    const MPI_Offset there = present(stretch, file_size);
    found += there;
    if (there < stretch.size) break;
  }
  return found;
}

} // namespace daruma::mpi
