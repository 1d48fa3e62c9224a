#include "sim/mpi/files/two_phases.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/collective/node_layout.hpp"
#include "sim/mpi/process/graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace daruma::mpi {

namespace {

/// From the first byte that a rank accesses to the last one; empty if it accesses none.
struct Range {
  MPI_Offset begin = 0;
  MPI_Offset end = 0;

  bool is_empty() const { return begin >= end; }
  bool meets(const Range& other) const { return begin < other.end && other.begin < end && !is_empty(); }
};

Range range_of(const std::vector<Piece>& pieces) {
  if (pieces.empty()) return {};
  Range range{pieces.front().place.offset, pieces.front().place.end()};
  for (const Piece& piece : pieces) {
    range.begin = std::min(range.begin, piece.place.offset);
    range.end = std::max(range.end, piece.place.end());
  }
  return range;
}

Buffer bytes_at(void* address, std::size_t size) { return {address, static_cast<MPI_Count>(size), MPI_BYTE}; }

bool lie_between_each_other(const std::vector<Range>& ranges) {
  MPI_Offset end = 0;
  for (const Range& range : ranges) {
    if (range.is_empty()) continue;
    if (range.begin < end) return true;
    end = range.end;
  }
  return false;
}

/// What rank 0's hints say; the same at all members.
struct Hints {
  const std::vector<std::pair<std::string, std::string>>& given;

  /// Empty where nothing is said.
  std::string of(const char* key) const {
    const auto found = std::find_if(given.begin(), given.end(), [=](const auto& hint) { return hint.first == key; });
    return found == given.end() ? "" : found->second;
  }
  bool want_aggregators(Direction direction, const std::vector<Range>& ranges) const {
    const char* const romio = direction == Direction::read ? "romio_cb_read" : "romio_cb_write";
    if (of("collective_buffering") == "false" || of(romio) == "disable") return false;
    return of("collective_buffering") == "true" || of(romio) == "enable" || lie_between_each_other(ranges);
  }
  std::size_t most_aggregators() const {
    const int number = std::atoi(of("cb_nodes").c_str());
    return number > 0 ? static_cast<std::size_t>(number) : ~std::size_t{0};
  }
};

/// Who accesses which part of the file.
struct Domain {
  int aggregator;
  Range range;
};

std::vector<Domain> domains_of(const File& file, const std::vector<Range>& ranges, std::size_t most) {
  const std::vector<int>& leaders = node_layout_of(*file.communicator).firsts;
  Range whole;
  for (const Range& range : ranges) {
    if (range.is_empty()) continue;
    whole = whole.is_empty() ? range : Range{std::min(whole.begin, range.begin), std::max(whole.end, range.end)};
  }
  const std::size_t count = std::min(most, leaders.size());
  const MPI_Offset width =
      (whole.end - whole.begin + static_cast<MPI_Offset>(count) - 1) / static_cast<MPI_Offset>(count);
  std::vector<Domain> domains;
  for (std::size_t i = 0; i < count; ++i) {
    const MPI_Offset begin = whole.begin + static_cast<MPI_Offset>(i) * width;
    domains.push_back({leaders[i], {begin, std::min(begin + width, whole.end)}});
  }
  return domains;
}

/// What of the pieces is in a domain.
std::vector<Piece> clipped(const std::vector<Piece>& pieces, const Range& range) {
  std::vector<Piece> inside;
  for (const Piece& piece : pieces) {
    const MPI_Offset begin = std::max(piece.place.offset, range.begin);
    const MPI_Offset end = std::min(piece.place.end(), range.end);
    if (begin < end) inside.push_back({{begin, end - begin}, piece.data + (begin - piece.place.offset)});
  }
  return inside;
}

using Contents = std::vector<std::byte>;

std::size_t size_of(const std::vector<Piece>& pieces) {
  MPI_Offset size = 0;
  for (const Piece& piece : pieces) size += piece.place.size;
  return static_cast<std::size_t>(size);
}

/// Where the pieces lie, and, of what is written, their bytes.
Contents message_of(const std::vector<Piece>& pieces, Direction direction) {
  const std::size_t head = pieces.size() * sizeof(FileStretch);
  Contents message(sizeof(std::size_t) + head + (direction == Direction::write ? size_of(pieces) : 0));
  std::byte* next = message.data();
  const auto append = [&next](const void* from, std::size_t size) {
    std::memcpy(next, from, size);
    next += size;
  };
  const std::size_t count = pieces.size();
  append(&count, sizeof count);
  for (const Piece& piece : pieces) append(&piece.place, sizeof piece.place);
  if (direction == Direction::write)
    for (const Piece& piece : pieces) append(piece.data, static_cast<std::size_t>(piece.place.size));
  return message;
}

/// Where they lie according to a message; their bytes begin at `data`, which has room for a
/// number behind them, or behind what the message says of them.
std::vector<Piece> pieces_in(Contents& message, Contents* data) {
  std::size_t count = 0;
  std::memcpy(&count, message.data(), sizeof count);
  std::vector<FileStretch> stretches(count);
  if (count > 0) std::memcpy(stretches.data(), message.data() + sizeof count, count * sizeof(FileStretch));
  if (data) {
    MPI_Offset size = 0;
    for (const FileStretch& stretch : stretches) size += stretch.size;
    data->resize(static_cast<std::size_t>(size) + sizeof(MPI_Offset));
  }
  return pieces_of(stretches, data ? data->data() : message.data() + sizeof count + count * sizeof(FileStretch));
}

Blocks blocks_of(std::vector<Contents>& messages) {
  Blocks blocks;
  blocks.reserve(messages.size());
  for (Contents& message : messages) blocks.push_back(bytes_at(message.data(), message.size()));
  return blocks;
}

/// Messages to the destinations, and those that come from the sources, whose sizes nobody knows before.
int swap_messages(const Exchange& all, const Partners& partners, std::vector<Contents>& out,
                  std::vector<Contents>& in) {
  std::vector<std::size_t> out_sizes;
  out_sizes.reserve(out.size());
  std::vector<std::size_t> in_sizes(partners.sources.size());
  for (const Contents& message : out) out_sizes.push_back(message.size());
  const auto as_blocks = [](std::vector<std::size_t>& sizes) {
    Blocks blocks;
    for (std::size_t& size : sizes) blocks.push_back(bytes_at(&size, sizeof size));
    return blocks;
  };
  if (const int error = all.swap(as_blocks(out_sizes), as_blocks(in_sizes), partners)) return error;
  for (const std::size_t size : in_sizes) in.emplace_back(size);
  return all.swap(blocks_of(out), blocks_of(in), partners);
}

/// The members of one access that goes by two phases, as the caller sees them.
struct Phases {
  std::vector<Domain> domains; ///< that the caller has to do with
  Partners partners;           ///< it sends to their aggregators; from others it gets what is in its own
};

Phases phases_of(const std::vector<Domain>& domains, const std::vector<Range>& ranges, int rank) {
  Phases phases;
  std::vector<int> sources;
  std::vector<int> destinations;
  for (const Domain& domain : domains) {
    if (domain.range.is_empty()) continue;
    if (ranges[static_cast<std::size_t>(rank)].meets(domain.range)) {
      phases.domains.push_back(domain);
      destinations.push_back(domain.aggregator);
    }
    if (domain.aggregator != rank) continue;
    for (std::size_t i = 0; i < ranges.size(); ++i)
      if (ranges[i].meets(domain.range)) sources.push_back(static_cast<int>(i));
  }
  phases.partners = partners_among(std::move(sources), std::move(destinations));
  return phases;
}

/// An aggregator reads what others have asked for, which is what they get, and how large the file is.
int read_for_others(const File& file, std::vector<Contents>& requests, std::vector<Contents>& replies) {
  std::vector<Piece> all;
  replies.resize(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto asked = pieces_in(requests[i], &replies[i]);
    all.insert(all.end(), asked.begin(), asked.end());
  }
  MPI_Offset file_size = 0;
  const int error = all.empty() ? +MPI_SUCCESS : read_pieces(file, all, file_size);
  for (Contents& reply : replies)
    std::memcpy(reply.data() + reply.size() - sizeof file_size, &file_size, sizeof file_size);
  return error;
}

int write_for_others(const File& file, std::vector<Contents>& messages) {
  std::vector<Piece> all;
  for (Contents& message : messages) {
    const auto sent = pieces_in(message, nullptr);
    all.insert(all.end(), sent.begin(), sent.end());
  }
  return all.empty() ? +MPI_SUCCESS : write_pieces(file, all);
}

/// What the aggregators have read goes where the caller wants it; nothing is written for what lies behind the end.
int take_replies(const Exchange& all, const Phases& phases, const std::vector<Piece>& pieces,
                 std::vector<Contents>& replies, MPI_Offset& file_size) {
  std::vector<std::vector<Piece>> wanted;
  std::vector<Contents> in;
  for (const Domain& domain : phases.domains) {
    wanted.push_back(clipped(pieces, domain.range));
    in.emplace_back(size_of(wanted.back()) + sizeof file_size);
  }
  const Partners back = partners_among(phases.partners.destinations, phases.partners.sources);
  if (const int error = all.swap(blocks_of(replies), blocks_of(in), back)) return error;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::byte* next = in[i].data();
    std::memcpy(&file_size, next + in[i].size() - sizeof file_size, sizeof file_size);
    for (const Piece& piece : wanted[i]) {
      std::memcpy(piece.data, next, static_cast<std::size_t>(present(piece.place, file_size)));
      next += piece.place.size;
    }
  }
  return MPI_SUCCESS;
}

} // namespace

int access_alone(const File& file, Direction direction, const std::vector<Piece>& pieces, MPI_Offset& file_size) {
  if (pieces.empty()) return MPI_SUCCESS;
  return direction == Direction::read ? read_pieces(file, pieces, file_size) : write_pieces(file, pieces);
}

int access_together(const Exchange& all, const LocalFile& local, Direction direction, const std::vector<Piece>& pieces,
                    MPI_Offset& file_size) {
  const File& file = *local.file;
  Range own = range_of(pieces);
  std::vector<Range> ranges(static_cast<std::size_t>(all.size()));
  const Buffer like = bytes_at(&own, sizeof own);
  if (const int error =
          allgather(all, like, equal_blocks(ranges.data(), sizeof own, like.type, all.size()), Collective::allgather))
    return error;
  const Hints hints{file.members.front().hints};
  if (!hints.want_aggregators(direction, ranges)) return access_alone(file, direction, pieces, file_size);

  const Phases phases = phases_of(domains_of(file, ranges, hints.most_aggregators()), ranges, all.rank());
  std::vector<Contents> out;
  std::vector<Contents> in;
  out.reserve(phases.domains.size());
  for (const Domain& domain : phases.domains) out.push_back(message_of(clipped(pieces, domain.range), direction));
  if (const int error = swap_messages(all, phases.partners, out, in)) return error;
  if (direction == Direction::write) return write_for_others(file, in);
  std::vector<Contents> replies;
  const int read = read_for_others(file, in, replies);
  const int error = take_replies(all, phases, pieces, replies, file_size);
  return read ? read : error;
}

} // namespace daruma::mpi
