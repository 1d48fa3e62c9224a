#include "sim/simgrid/reduction.hpp"

// NOLINTBEGIN(misc-definitions-in-headers,readability-identifier-naming)
namespace simgrid::smpi {

/// As far as it is needed to call this function of SimGrid's, whose header is not installed.
class Op {
public:
  void apply(const void* operand, void* result, const int* count, MPI_Datatype) const;
};

} // namespace simgrid::smpi
// NOLINTEND(misc-definitions-in-headers,readability-identifier-naming)

namespace daruma::simgrid_api {

void reduce(const void* operand, void* result, int count, MPI_Datatype type, MPI_Op operation) {
  operation->apply(operand, result, &count, type);
}

} // namespace daruma::simgrid_api
