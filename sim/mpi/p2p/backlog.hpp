// What messages that no receive has asked for take of this computer's memory, and how much they may.
//
// A program that sends for ever what nobody receives is stopped by this limit rather than by the computer. It is the
// same on every computer: of all processes together 2 GiB, or 64 KiB a process where that is more. A message counts 256
// bytes, and an eager one besides what it carries.
#pragma once

#include "sim/core/units.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace daruma::mpi {

class Backlog {
public:
  /// What one message counts, as long as this lives.
  class Part {
  public:
    Part() = default;
    Part(Backlog& backlog, std::size_t carried) : backlog_(&backlog), bytes_(of_a_message + carried) {
      backlog_->bytes_ += bytes_;
    }
    Part(Part&& other) noexcept : backlog_(std::exchange(other.backlog_, nullptr)), bytes_(other.bytes_) {}
    Part& operator=(Part&& other) noexcept {
      std::swap(backlog_, other.backlog_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Part() {
      if (backlog_) backlog_->bytes_ -= bytes_;
    }

  private:
    static constexpr std::size_t of_a_message = 256;

    Backlog* backlog_ = nullptr;
    std::size_t bytes_ = 0;
  };

  Backlog() = default;
  Backlog(const Backlog&) = delete;
  Backlog& operator=(const Backlog&) = delete;

  Bytes size() const { return Bytes(static_cast<double>(bytes_)); }
  Bytes limit() const { return limit_; }
  void limit_to(Bytes limit) { limit_ = limit; }
  /// That many more processes may each keep their part of the backlog.
  void admit(std::size_t processes) {
    processes_ += processes;
    limit_ = std::max(limit_, Bytes(64 << 10) * static_cast<double>(processes_));
  }

private:
  std::size_t bytes_ = 0;
  std::size_t processes_ = 0;
  Bytes limit_{2.0 * (1 << 30)};
};

} // namespace daruma::mpi
