#include "sim/mpi/files/accesses.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/files/stretches.hpp"
#include "sim/mpi/files/two_phases.hpp"
#include "sim/mpi/p2p/external32.hpp"
#include "sim/mpi/p2p/status.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace daruma::mpi {

namespace {

/// A buffer's bytes as they are in the file: the buffer's own memory, or a copy where they are not together in it or
/// are otherwise in the file.
class Image {
public:
  Image(Buffer buffer, const View& view, Direction direction)
      : buffer_(std::move(buffer)), is_portable_(view.is_portable()) {
    if (buffer_.is_solid() && !is_portable_) return;
    copy_.resize(buffer_.bytes());
    if (direction == Direction::read) return;
    buffer_.pack_to(copy_.data());
    if (is_portable_) copy_ = to_external32(buffer_, copy_.data(), copy_.size());
  }

  std::byte* data() { return copy_.empty() ? static_cast<std::byte*>(buffer_.address) : copy_.data(); }

  /// The first so many bytes have come from the file.
  void take(MPI_Offset size) {
    if (copy_.empty()) return;
    if (is_portable_) copy_ = from_external32(buffer_, copy_.data(), static_cast<std::size_t>(size));
    buffer_.unpack_from(copy_.data(), static_cast<std::size_t>(size));
  }

private:
  Buffer buffer_;
  bool is_portable_;
  std::vector<std::byte> copy_;
};

/// An access whose place is known.
struct Access {
  LocalFile* file;
  std::shared_ptr<const View> view;
  Direction direction;
  Buffer data;
  std::optional<Exchange> all; ///< who make it together
  MPI_Offset position = 0;     ///< in bytes of data

  int carry_out(MPI_Status& status) const {
    const auto stretches = view->stretches(position, static_cast<MPI_Offset>(data.bytes()));
    Image image(data, *view, direction);
    const auto pieces = pieces_of(stretches, image.data());
    MPI_Offset file_size = 0;
    const int error = all ? access_together(*all, *file, direction, pieces, file_size)
                          : access_alone(*file->file, direction, pieces, file_size);
    if (error) return error;
    const bool is_read = direction == Direction::read;
    const MPI_Offset moved = is_read ? bytes_within(stretches, file_size) : static_cast<MPI_Offset>(data.bytes());
    if (is_read) image.take(moved);
    set_bytes(status, moved);
    return MPI_SUCCESS;
  }
};

/// Ranks take their parts in their order: the shared pointer is moved by rank 0, which tells all where it was.
int find_place_in_order(Access& access) {
  const Exchange& all = *access.all;
  auto own = static_cast<MPI_Offset>(access.data.bytes());
  std::vector<MPI_Offset> sizes(static_cast<std::size_t>(all.size()));
  const Buffer like(&own, 1, MPI_OFFSET);
  if (const int error =
          allgather(all, like, equal_blocks(sizes.data(), 1, like.type, all.size()), Collective::allgather))
    return error;
  MPI_Offset begin = 0;
  MPI_Offset before = 0;
  for (int rank = 0; rank < all.rank(); ++rank) before += sizes[static_cast<std::size_t>(rank)];
  if (all.rank() == 0) {
    await_file_system();
    begin = access.file->file->shared_position;
    for (const MPI_Offset size : sizes) access.file->file->shared_position += size;
  }
  if (const int error = bcast(all, {&begin, 1, MPI_OFFSET}, 0)) return error;
  access.position = begin + before;
  return MPI_SUCCESS;
}

/// Moves a pointer on; where it was.
MPI_Offset move_on(MPI_Offset& pointer, const Buffer& data) {
  return std::exchange(pointer, pointer + static_cast<MPI_Offset>(data.bytes()));
}

} // namespace

int check_access(const LocalFile& local, Way way, MPI_Offset offset, const Buffer& data) {
  const File& file = *local.file;
  if (data.count < 0) return MPI_ERR_COUNT;
  if (!is_for_data(data.type)) return MPI_ERR_TYPE;
  if (way.place == Place::explicitly && offset < 0) return MPI_ERR_ARG;
  if (way.direction == Direction::read && !file.is_read()) return MPI_ERR_ACCESS;
  if (way.direction == Direction::write && !file.is_written()) return MPI_ERR_READ_ONLY;
  if (file.is_sequential() && way.place != Place::shared) return MPI_ERR_UNSUPPORTED_OPERATION;
  if (!local.view->can_hold(*data.type)) return MPI_ERR_UNSUPPORTED_DATAREP;
  const bool are_etypes = static_cast<MPI_Count>(data.bytes()) % local.view->etype()->size() == 0;
  return are_etypes ? +MPI_SUCCESS : +MPI_ERR_IO;
}

FileOperation begin_access(LocalFile& local, Way way, MPI_Offset offset, const Buffer& data) {
  Access access{&local, local.view, way.direction, data, std::nullopt, offset * local.view->etype()->size()};
  if (way.company == Company::together) access.all.emplace(take_turn(*local.comm, FaultMode::strict));
  if (way.place == Place::individually) access.position = move_on(local.position, data);
  if (way.place != Place::shared) return [access](MPI_Status& status) { return access.carry_out(status); };
  if (way.company == Company::together)
    return [access](MPI_Status& status) mutable {
      const int error = find_place_in_order(access);
      return error ? error : access.carry_out(status);
    };
  access.position = move_on(local.file->shared_position, data);
  return [access](MPI_Status& status) {
    await_file_system(); // the pointer lies there
    return access.carry_out(status);
  };
}

} // namespace daruma::mpi
