#include "models/falanx/mpi/wire.hpp"

#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace daruma::models::falanx {
namespace {

/// Key and value go along with the head as far as they fit.
constexpr std::size_t first_part_size = 8192;
/// Longer packets go in parts, because MPI counts bytes in int.
constexpr std::size_t largest_part = std::size_t{1} << 30;
/// How many sends may be unfinished before those that are finished are looked for.
constexpr std::size_t patience = 16;

struct Head {
  std::int32_t word;
  std::uint32_t key_size;
  std::int64_t number;
  std::int64_t detail;
  std::uint64_t value_size;
};
static_assert(sizeof(Head) == packet_head);

std::size_t room_beside(std::size_t key_size) { return first_part_size - sizeof(Head) - key_size; }

} // namespace

Wire::Wire(const Ranks& ranks) : ranks_(ranks), me_(rank_in(ranks.comm)) {}

std::vector<char> Wire::encode(const Packet& packet) const {
  const std::size_t value_size = packet.value ? packet.value->size() : 0;
  const Head head{packet.word, static_cast<std::uint32_t>(packet.key.size()), packet.number, packet.detail, value_size};
  const std::size_t beside = std::min(value_size, room_beside(packet.key.size()));
  std::vector<char> bytes(sizeof head + packet.key.size() + beside);
  std::memcpy(bytes.data(), &head, sizeof head);
  std::copy(packet.key.begin(), packet.key.end(), bytes.begin() + sizeof head);
  if (beside > 0) std::copy_n(packet.value->begin(), beside, bytes.end() - static_cast<std::ptrdiff_t>(beside));
  return bytes;
}

void Wire::send(int to, int tag, const char* begin, std::size_t size, std::vector<char> first_part,
                const Value& value) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Isend(begin, static_cast<int>(size), MPI_BYTE, to, tag, ranks_.comm, &request);
  if (code == MPI_SUCCESS && request != MPI_REQUEST_NULL) outgoing_.push_back({request, std::move(first_part), value});
}

void Wire::post(int to, Line line, const Packet& packet) {
  if (dead_.count(to) > 0) return;
  if (outgoing_.size() >= patience) sweep();
  std::vector<char> first = encode(packet);
  const char* const begin = first.data();
  const std::size_t size = first.size();
  send(to, static_cast<int>(line), begin, size, std::move(first), nullptr);
  const std::size_t whole = packet.value ? packet.value->size() : 0;
  for (std::size_t done = std::min(whole, room_beside(packet.key.size())); done < whole; done += largest_part)
    send(to, static_cast<int>(line) + 1, packet.value->data() + done, std::min(largest_part, whole - done), {},
         packet.value);
}

/// Forgets the packets whose sends are complete.
void Wire::sweep() {
  const auto has_left = [](Outgoing& one) {
    int flag = 0;
    return MPI_Test(&one.request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag != 0;
  };
  outgoing_.erase(std::remove_if(outgoing_.begin(), outgoing_.end(), has_left), outgoing_.end());
}

void Wire::flush() {
  for (Outgoing& one : outgoing_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
  outgoing_.clear();
}

void Wire::learn() {
  for (const int rank : ulfm::acknowledge_failed(ranks_.comm)) dead_.insert(rank);
}

std::optional<Letter> Wire::take(int source, Line line) {
  std::array<char, first_part_size> bytes;
  MPI_Status status{};
  const int code = MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, source, static_cast<int>(line),
                            ranks_.comm, &status);
  if (code != MPI_SUCCESS) return std::nullopt;
  Head head{};
  std::memcpy(&head, bytes.data(), sizeof head);
  const char* const key = bytes.data() + sizeof head;
  Letter letter{status.MPI_SOURCE, {head.word, head.number, head.detail, std::string(key, head.key_size), nullptr}};
  if (head.value_size == 0) return letter;
  const std::size_t beside = std::min<std::size_t>(head.value_size, room_beside(head.key_size));
  auto value = std::make_shared<std::string>(key + head.key_size, beside);
  value->resize(head.value_size);
  if (!receive_rest(letter.from, line, *value, beside)) return std::nullopt;
  letter.packet.value = std::move(value);
  return letter;
}

bool Wire::receive_rest(int from, Line line, std::string& value, std::size_t done) {
  for (; done < value.size(); done += std::min(largest_part, value.size() - done)) {
    const auto size = static_cast<int>(std::min(largest_part, value.size() - done));
    if (MPI_Recv(value.data() + done, size, MPI_BYTE, from, static_cast<int>(line) + 1, ranks_.comm,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return false;
  }
  return true;
}

std::optional<Packet> Wire::receive(int from, Line line) {
  if (auto letter = take(from, line)) return std::move(letter->packet);
  learn();
  dead_.insert(from);
  return std::nullopt;
}

std::optional<Letter> Wire::receive_any(Line line) {
  const std::size_t known = dead_.size();
  while (dead_.size() == known) {
    if (auto letter = take(MPI_ANY_SOURCE, line)) return letter;
    learn();
  }
  return std::nullopt;
}

std::optional<Packet> Wire::call(int to, Line line, const Packet& packet, Line reply) {
  if (dead_.count(to) > 0) return std::nullopt;
  post(to, line, packet);
  return receive(to, reply);
}

} // namespace daruma::models::falanx
