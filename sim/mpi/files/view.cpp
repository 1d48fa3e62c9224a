#include "sim/mpi/files/view.hpp"

#include "sim/mpi/p2p/external32.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

View::View() : View(0, pointer_to(MPI_BYTE), pointer_to(MPI_BYTE), "native") {}

View::View(MPI_Offset displacement, DatatypePtr etype, DatatypePtr filetype, std::string representation)
    : displacement_(displacement), etype_(std::move(etype)), filetype_(std::move(filetype)),
      representation_(std::move(representation)) {
  MPI_Offset position = 0;
  for (const Datatype::Stretch& stretch : filetype_->stretches()) {
    positions_.push_back(position);
    position += static_cast<MPI_Offset>(stretch.size);
  }
}

std::vector<FileStretch> View::stretches(MPI_Offset position, MPI_Offset size) const {
  std::vector<FileStretch> found;
  if (size <= 0 || filetype_->size() == 0) return found;
  if (filetype_->is_solid()) return {{displacement_ + position, size}};
  const auto& parts = filetype_->stretches();
  MPI_Offset tile = position / filetype_->size();
  MPI_Offset within = position % filetype_->size();
  auto i =
      static_cast<std::size_t>(std::upper_bound(positions_.begin(), positions_.end(), within) - positions_.begin());
  for (--i; size > 0; ++i) {
    if (i == parts.size()) {
      i = 0;
      within = 0;
      ++tile;
    }
    const MPI_Offset skipped = within - positions_[i];
    const MPI_Offset part = std::min(static_cast<MPI_Offset>(parts[i].size) - skipped, size);
    const MPI_Offset at = displacement_ + tile * filetype_->extent() + parts[i].offset + skipped;
    if (!found.empty() && found.back().end() == at)
      found.back().size += part;
    else
      found.push_back({at, part});
    within += part;
    size -= part;
  }
  return found;
}

bool View::can_hold(const Datatype& type) const { return !is_portable() || external32_size(type) == type.size(); }

MPI_Offset View::byte_offset(MPI_Offset position) const {
  const auto one = stretches(position, 1);
  return one.empty() ? displacement_ : one.front().offset;
}

MPI_Offset View::end_in(MPI_Offset file_size) const {
  const MPI_Offset seen = file_size - displacement_;
  if (seen <= 0 || filetype_->size() == 0) return 0;
  const MPI_Offset tiles = seen / filetype_->extent();
  const MPI_Offset rest = seen % filetype_->extent();
  MPI_Offset position = tiles * filetype_->size();
  for (const Datatype::Stretch& part : filetype_->stretches())
    position += std::clamp<MPI_Offset>(rest - part.offset, 0, static_cast<MPI_Offset>(part.size));
  const MPI_Offset unit = etype_->size();
  return (position + unit - 1) / unit * unit;
}

namespace {

/// Places in a file are not negative, and do not go back (MPI 3.1, section 13.1.1).
bool can_be_in_file(const Datatype& type, bool is_written) {
  MPI_Aint least = 0;
  for (const Datatype::Stretch& part : type.stretches()) {
    if (part.offset < least) return false;
    least = part.offset + (is_written ? static_cast<MPI_Aint>(part.size) : 0);
  }
  return type.size() == 0 || type.extent() > 0;
}

} // namespace

int check_view(MPI_Offset displacement, const Datatype& etype, const Datatype& filetype, bool is_written) {
  if (displacement < 0 || etype.size() == 0 || filetype.size() % etype.size() != 0) return MPI_ERR_ARG;
  return can_be_in_file(etype, is_written) && can_be_in_file(filetype, is_written) ? +MPI_SUCCESS : +MPI_ERR_IO;
}

} // namespace daruma::mpi
