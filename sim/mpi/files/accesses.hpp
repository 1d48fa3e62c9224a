// Reading and writing files: by one process for itself, and by all members together.
//
// One process's access of several stretches goes by data sieving, as in ROMIO (Thakur, Gropp, Lusk 1999): stretches
// within a window of 4 MiB are read together with what lies between them, in one access of the file system; to write
// those within 512 KiB, the window is read and then written as a whole. (In this computer's file nothing but the
// stretches is written.) Accesses of all members together go by two phases where the ranks' parts lie between each
// other: as many aggregators as there are nodes, the first rank of each, have each an equal part of the range that is
// accessed; ranks exchange with them what is in it, over the network, and the aggregators access the file. Where parts
// are apart, in the order of the ranks, each rank accesses its own. The hints cb_nodes (how many aggregators there are
// at most), collective_buffering (true, false), romio_cb_read and romio_cb_write (enable, disable, automatic) are
// heeded, as rank 0 has given them.
#pragma once

#include "sim/mpi/files/file.hpp"
#include "sim/mpi/p2p/buffer.hpp"

#include <mpi.h>

#include <functional>

namespace daruma::mpi {

enum class Direction { read, write };
/// Where a process's access begins.
enum class Place { explicitly, individually, shared };
/// Whether all members make it together.
enum class Company { alone, together };

struct Way {
  Direction direction;
  Place place;
  Company company;
};

/// What remains to be done of an access once it is begun; an error class. The status says how many bytes there were.
using FileOperation = std::function<int(MPI_Status&)>;

/// Whether a file can be accessed that way, with that; an error class. `offset` counts etypes, where it is explicit.
int check_access(const LocalFile& file, Way way, MPI_Offset offset, const Buffer& data);

/// Moves the pointer on, but for an ordered access, which does that when all have come.
FileOperation begin_access(LocalFile& file, Way way, MPI_Offset offset, const Buffer& data);

} // namespace daruma::mpi
