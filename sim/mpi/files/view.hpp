// What of a file a process sees (MPI 3.1, section 13.3): the bytes that a filetype, laid one after the other from a
// displacement on, has data at.
//
// Its positions count bytes of data; programs count in etypes. Numbers are in the file as they are in memory, but in
// the representation external32. Those that have another size there than in memory are refused by MPI_File_set_view.
#pragma once

#include "sim/mpi/datatypes/datatype.hpp"

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace daruma::mpi {

/// Bytes of a file, one after the other.
struct FileStretch {
  MPI_Offset offset;
  MPI_Offset size;

  MPI_Offset end() const { return offset + size; }
};

class View {
public:
  /// Bytes as they are in the file.
  View();
  View(MPI_Offset displacement, DatatypePtr etype, DatatypePtr filetype, std::string representation);

  MPI_Offset displacement() const { return displacement_; }
  const DatatypePtr& etype() const { return etype_; }
  const DatatypePtr& filetype() const { return filetype_; }
  const std::string& representation() const { return representation_; }
  bool is_portable() const { return representation_ == "external32"; }
  /// Whether numbers of this type have in the file the size that they have in memory.
  bool can_hold(const Datatype& type) const;

  /// Where so many bytes of data lie from a position on, in order; neighbours are one stretch.
  std::vector<FileStretch> stretches(MPI_Offset position, MPI_Offset size) const;
  /// Where in the file the data at a position lie.
  MPI_Offset byte_offset(MPI_Offset position) const;
  /// The position of the first etype that has no data in a file of so many bytes.
  MPI_Offset end_in(MPI_Offset file_size) const;

private:
  MPI_Offset displacement_ = 0;
  DatatypePtr etype_;
  DatatypePtr filetype_;
  std::string representation_ = "native";
  std::vector<MPI_Offset> positions_; ///< in a filetype, of its stretches
};

/// Whether a view may be of such types; an error class. Where it is written, no byte is in it twice.
int check_view(MPI_Offset displacement, const Datatype& etype, const Datatype& filetype, bool is_written);

} // namespace daruma::mpi
