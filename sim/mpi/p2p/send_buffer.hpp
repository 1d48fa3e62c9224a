// The buffer that an application attaches for MPI_Bsend.
//
// A buffered send is over at once; a copy of its message takes up room until it has been sent. The
// copies are kept here, the application's memory only says how much room there is.
#pragma once

#include "sim/mpi/p2p/messages.hpp"

#include <cstddef>
#include <list>
#include <memory>

namespace daruma::mpi {

class SendBuffer {
public:
  /// MPI_BUFFER_AUTOMATIC has room for everything.
  SendBuffer(void* address, MPI_Count size) : address_(address), size_(size) {}

  void* address() const { return address_; }
  MPI_Count size() const { return size_; }

  /// Sends a copy of what `request` is to send; MPI_ERR_BUFFER where there is no room for it.
  int send(Request& request);
  /// Blocks until the copies that there are now have been sent, or never can be. Several fibers of the process may do
  /// so at once.
  void drain();

private:
  struct Copy {
    Packed bytes;
    Request request;
  };

  void* address_;
  MPI_Count size_;
  std::list<std::shared_ptr<Copy>> under_way_; ///< who drains has a share in those that were there
};

} // namespace daruma::mpi
