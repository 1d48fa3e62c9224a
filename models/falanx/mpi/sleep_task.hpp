// What a sleeping task reads and writes, whoever hands it out: falanx-sleep's and master-worker's.
#pragma once

#include "sim/core/generator.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace daruma::models::falanx {

/// At the beginning of a task's input; the rest is there to be carried.
struct Input {
  std::int64_t number;
  double length_s;
  std::int64_t output_size;
};

/// At the beginning of its output, or as much of it as fits.
struct Output {
  std::uint64_t answer;
};

/// What a task has to find out: a mixing of its number, so that another task's answer is wrong.
inline std::uint64_t answer_to(std::int64_t number) {
  auto state = static_cast<std::uint64_t>(number);
  return split_mix_64(state);
}

/// So many bytes, or as many as the content has, which they begin with.
template <class Content> std::string block(const Content& content, std::size_t size) {
  std::string bytes(std::max(size, sizeof content), '\0');
  std::memcpy(bytes.data(), &content, sizeof content);
  return bytes;
}

} // namespace daruma::models::falanx
