// Where the bytes of a datatype lie.
//
// Datatypes are SMPI's objects, but its packing is only for processes that went through its MPI_Init,
// which sim/mpi's do not. So the layout is read from what MPI tells about a datatype (envelope and
// contents, MPI 3.1 section 4.1.13) and the bytes are moved here.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace daruma::mpi {

std::size_t size_of(MPI_Datatype type);
MPI_Aint extent_of(MPI_Datatype type);

/// One element: stretches of bytes in the order in which they are packed.
class Layout {
public:
  struct Stretch {
    MPI_Aint offset;
    std::size_t size;
  };

  explicit Layout(MPI_Datatype type);

  const std::vector<Stretch>& stretches() const { return stretches_; }
  MPI_Aint extent() const { return extent_; }
  /// First byte touched, and one past the last; 0 and 0 if there is none.
  MPI_Aint begin() const;
  MPI_Aint end() const;
  /// Elements follow each other without a gap.
  bool is_solid() const;

private:
  void add(const Layout& element, int count, MPI_Aint at);
  void add(Stretch stretch);

  std::vector<Stretch> stretches_;
  MPI_Aint extent_;
};

} // namespace daruma::mpi
