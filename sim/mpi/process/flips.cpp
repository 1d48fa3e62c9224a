#include "sim/mpi/process/flips.hpp"

#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/process.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

std::optional<std::uint64_t> Flips::of_next(std::size_t bytes, int to) {
  ++sent_;
  const auto due =
      std::find_if(ordered_.begin(), ordered_.end(), [this](const Ordered& one) { return one.number == sent_; });
  if (due == ordered_.end()) return std::nullopt;
  const ChooseBit choose = std::move(due->choose);
  ordered_.erase(due);
  return choose(bytes, to);
}

std::optional<std::uint64_t> flipped_bit(Process& from, std::size_t bytes, const Process& to) {
  tell_sends(from, bytes);
  return from.flips.of_next(bytes, to.number);
}

void flip(std::byte* bytes, std::uint64_t bit) { bytes[bit / 8] ^= std::byte{1} << (bit % 8); }

} // namespace daruma::mpi
