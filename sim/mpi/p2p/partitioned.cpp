#include "sim/mpi/p2p/partitioned.hpp"

#include "sim/mpi/p2p/status.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

Partitioned::Partitioned(Request& whole, int partitions) : whole_(whole), partitions_(partitions) {
  if (sends() || whole_.peer == MPI_PROC_NULL)
    cut_ = {whole_.owner->partitions_sent, partitions, static_cast<MPI_Count>(whole_.buffer.bytes()) / partitions};
  if (sends()) whole_.owner->partitions_sent += partitions;
  introduction_ = make_request(*whole_.handle, whole_.kind, Buffer{&cut_, sizeof cut_, MPI_BYTE}, whole_.peer,
                               whole_.tag, ContextKind::introductions);
  introduction_.part_of = this;
}

Partitioned::~Partitioned() {
  withdraw();
  if (introduction_.active && !introduction_.complete) mpi::withdraw(introduction_);
}

void Partitioned::introduce() {
  if (whole_.peer != MPI_PROC_NULL) {
    post(introduction_);
    return;
  }
  introduction_.complete = true;
}

void Partitioned::start() {
  begin(whole_);
  error_ = MPI_SUCCESS;
  if (sends()) {
    open_ = static_cast<std::size_t>(partitions_);
    parts_.clear();
    for (int i = 0; i < partitions_; ++i) parts_.push_back(part_of_whole(i));
  } else if (introduction_.complete && introduction_.error == MPI_SUCCESS) {
    receive_parts();
  } else if (introduction_.complete) {
    whole_.finish(introduction_.error);
  }
}

Request Partitioned::part_of_whole(int number) const {
  Request part = make_request(*whole_.handle, whole_.kind, sends() ? partition(number) : Buffer{}, whole_.peer,
                              cut_.first_tag + number, ContextKind::partitions);
  part.part_of = const_cast<Partitioned*>(this);
  return part;
}

Buffer Partitioned::partition(int number) const {
  const Buffer& all = whole_.buffer;
  const MPI_Count count = all.count / partitions_;
  return all.part(number * count, count);
}

std::byte* Partitioned::bytes_at(MPI_Count place) {
  return (is_solid() ? static_cast<std::byte*>(whole_.buffer.address) : staging_.data()) + place;
}

void Partitioned::receive_parts() {
  const auto room = static_cast<MPI_Count>(whole_.buffer.bytes());
  if (!is_solid()) staging_.resize(whole_.buffer.bytes());
  parts_.clear();
  for (int i = 0; i < cut_.partitions; ++i) {
    parts_.push_back(part_of_whole(i));
    const MPI_Count begin = std::min(i * cut_.bytes, room);
    parts_.back().buffer = {bytes_at(begin), std::min(cut_.bytes, room - begin), MPI_BYTE};
  }
  open_ = parts_.size();
  for (Request& part : parts_) post(part);
}

void Partitioned::make_ready(int partition) { post(parts_[static_cast<std::size_t>(partition)]); }

void Partitioned::unpack(int number) {
  const Buffer to = partition(number);
  to.unpack_from(bytes_at(number * static_cast<MPI_Count>(to.bytes())), to.bytes());
}

bool Partitioned::has_arrived(int number) {
  if (!whole_.active || whole_.complete) return true;
  if (parts_.empty()) return false;
  const auto bytes = static_cast<MPI_Count>(partition(number).bytes());
  const MPI_Count first = cut_.bytes == 0 ? 0 : number * bytes / cut_.bytes;
  const MPI_Count end = cut_.bytes == 0 ? cut_.partitions : ((number + 1) * bytes + cut_.bytes - 1) / cut_.bytes;
  for (MPI_Count i = first; i < std::min<MPI_Count>(end, cut_.partitions); ++i)
    if (!parts_[static_cast<std::size_t>(i)].complete) return false;
  if (!is_solid()) unpack(number);
  return true;
}

int Partitioned::obstacle() {
  if (whole_.handle->revoked) return MPIX_ERR_REVOKED;
  if (!whole_.owner->known_failures || whole_.peer == MPI_PROC_NULL) return MPI_SUCCESS;
  if (!sends() && !introduction_.complete) return mpi::obstacle(introduction_);
  for (Request& part : parts_) {
    if (part.active && part.complete) continue;
    if (const int error = mpi::obstacle(part)) return error;
  }
  return MPI_SUCCESS;
}

void Partitioned::withdraw() {
  for (Request& part : parts_)
    if (part.active && !part.complete) {
      mpi::withdraw(part);
      part.complete = true;
    }
}

void Partitioned::finished(Request& part) {
  if (&part == &introduction_) {
    if (sends() || !whole_.active || whole_.complete) return;
    if (part.error == MPI_SUCCESS)
      receive_parts();
    else
      whole_.finish(part.error);
    return;
  }
  if (error_ == MPI_SUCCESS) error_ = part.error;
  if (--open_ == 0) end();
}

void Partitioned::end() {
  MPI_Count bytes = 0;
  for (const Request& part : parts_) bytes += bytes_of(part.status);
  if (!sends() && !is_solid() && whole_.peer != MPI_PROC_NULL)
    for (int i = 0; i < partitions_; ++i) unpack(i);
  if (!sends()) set_bytes(whole_.status, bytes);
  if (whole_.peer == MPI_PROC_NULL) whole_.status.MPI_TAG = MPI_ANY_TAG;
  whole_.finish(error_);
}

} // namespace daruma::mpi
