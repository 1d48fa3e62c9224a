// Partitioned messages (MPI 4.0, chapter 4): partitions of a send are ready one by one, and each is a message of its
// own.
//
// Sender and receiver cut the same bytes as each likes. The sender begins with a small message that says how it cuts
// them; by it the two find each other, in the order of MPI_Psend_init and MPI_Precv_init. From then on each of its
// partitions leaves when it is ready and lands where it belongs in the receiver's memory.
#pragma once

#include "sim/mpi/p2p/messages.hpp"

#include <cstddef>
#include <vector>

namespace daruma::mpi {

class Partitioned {
public:
  /// `whole` is the persistent request that the application holds, of a send or a receive; its buffer has all
  /// partitions one after the other.
  Partitioned(Request& whole, int partitions);
  ~Partitioned();
  Partitioned(const Partitioned&) = delete;
  Partitioned& operator=(const Partitioned&) = delete;

  int partitions() const { return partitions_; }
  bool sends() const { return whole_.kind == Request::Kind::send; }

  /// Tells the receiver of the send, or looks out for the sender.
  void introduce();
  void start();
  bool is_ready(int partition) const { return parts_[static_cast<std::size_t>(partition)].active; }
  /// Sends the partition, which was not ready.
  void make_ready(int partition);
  /// Whether the partition of a receive is where the application wants it.
  bool has_arrived(int partition);

  /// As those of a request: why the whole cannot complete, and its end.
  int obstacle();
  void withdraw();
  /// A message of it is over.
  void finished(Request& part);

private:
  /// How the sender cuts the bytes; its partitions have tags of their own.
  struct Cut {
    int first_tag = 0;
    int partitions = 0;
    MPI_Count bytes = 0; ///< of a partition
  };

  Request part_of_whole(int number) const;
  void receive_parts();
  void end();
  bool is_solid() const { return whole_.buffer.is_solid(); }
  std::byte* bytes_at(MPI_Count place);
  Buffer partition(int number) const;
  void unpack(int partition);

  Request& whole_;
  int partitions_;
  Cut cut_;
  Request introduction_;
  std::vector<Request> parts_;     ///< by the sender's partitions
  std::vector<std::byte> staging_; ///< what came for a receive whose bytes do not lie one after the other
  std::size_t open_ = 0;           ///< parts that are not over
  int error_ = MPI_SUCCESS;
};

} // namespace daruma::mpi
