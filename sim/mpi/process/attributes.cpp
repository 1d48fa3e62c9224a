#include "sim/mpi/process/attributes.hpp"

#include "sim/mpi/process/communicator.hpp"

namespace daruma::mpi {

int copy_attributes(LocalCommunicator& comm, Attributes& copies) {
  for (const auto& [key, value] : comm.attributes()) {
    const KeyValue& definition = comm.owner->key_values.at(key);
    if (definition.copy == MPI_COMM_NULL_COPY_FN) continue;
    void* copied = value;
    int wanted = 1;
    if (definition.copy != MPI_COMM_DUP_FN) {
      const int error = definition.copy(to_mpi(&comm), key, definition.extra_state, value, &copied, &wanted);
      if (error != MPI_SUCCESS) return error;
    }
    if (wanted) copies[key] = copied;
  }
  return MPI_SUCCESS;
}

int remove_attribute(LocalCommunicator& comm, int key) {
  const auto found = comm.attributes().find(key);
  const KeyValue& definition = comm.owner->key_values.at(key);
  if (definition.remove != MPI_COMM_NULL_DELETE_FN) {
    const int error = definition.remove(to_mpi(&comm), key, found->second, definition.extra_state);
    if (error != MPI_SUCCESS) return error;
  }
  comm.annotate().attributes.erase(found);
  return MPI_SUCCESS;
}

int remove_attributes(LocalCommunicator& comm) {
  while (!comm.attributes().empty())
    if (const int error = remove_attribute(comm, comm.attributes().begin()->first)) return error;
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
