// Attributes: what an application caches with a communicator under keys of its own (MPI 3.1, section 6.7).
#pragma once

#include <mpi.h>

#include <map>

namespace daruma::mpi {

struct LocalCommunicator;

struct KeyValue {
  MPI_Comm_copy_attr_function* copy;
  MPI_Comm_delete_attr_function* remove;
  void* extra_state;
};

/// The keys of one process; a freed one stays for the attributes that are still cached under it.
using KeyValues = std::map<int, KeyValue>;

using Attributes = std::map<int, void*>;

/// What a duplicate of `comm` inherits, as the keys' copy functions decide; an error class if one of them fails.
int copy_attributes(LocalCommunicator& comm, Attributes& copies);

/// Removes an attribute that is there, unless its delete function fails.
int remove_attribute(LocalCommunicator& comm, int key);
int remove_attributes(LocalCommunicator& comm);

} // namespace daruma::mpi
