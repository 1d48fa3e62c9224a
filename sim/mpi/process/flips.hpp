// Bits of a process's messages that are turned over on their way: silent errors, which no protocol notices.
//
// A message is counted where it is sent and has data, which what a model sends as blank memory has not. So is what an
// access takes to a window of another process; what comes back from there is not, nor are accesses of files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace daruma::mpi {

/// Which bit of a message of so many bytes to that process is turned over, counted from the lowest one of the first
/// byte on; nothing leaves the message as it is. Asked in the context of the sender.
using ChooseBit = std::function<std::optional<std::uint64_t>(std::size_t bytes, int to)>;

struct Process;

class Flips {
public:
  /// Of the `nth` message from now on.
  void add(int nth, ChooseBit choose) {
    ordered_.push_back({sent_ + static_cast<std::uint64_t>(nth), std::move(choose)});
  }
  /// The process sends a message with data: which bit of it is turned over.
  std::optional<std::uint64_t> of_next(std::size_t bytes, int to);

private:
  struct Ordered {
    std::uint64_t number;
    ChooseBit choose;
  };
  std::uint64_t sent_ = 0; ///< messages so far
  std::vector<Ordered> ordered_;
};

/// Told where a process sends so much data to another: which bit of them is turned over.
std::optional<std::uint64_t> flipped_bit(Process& from, std::size_t bytes, const Process& to);

/// Turns that bit over.
void flip(std::byte* bytes, std::uint64_t bit);

} // namespace daruma::mpi
