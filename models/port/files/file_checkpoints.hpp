// Checkpoints on a real machine: one file per owner and version, in a folder per holder.
//
// A holder is a process whose memory the copy stands for, or the file system. Whoever notes a
// process's death removes its folder (`lose`), as its memory would be gone; so what survives is what
// the place in the scenario says, while the time is that of writing files on this machine.
#pragma once

#include "models/port/files/stored.hpp"
#include "sim/core/units.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models {

class FileCheckpoints {
public:
  static constexpr const char* file_system = "file-system";

  /// Every copy takes up at least `size` bytes.
  FileCheckpoints(std::filesystem::path directory, Bytes size);

  void save(int owner, std::int64_t version, const std::vector<std::byte>& state,
            const std::vector<std::string>& holders) const;
  std::optional<std::int64_t> newest(int owner, std::int64_t at_most) const;
  std::optional<Stored> load(int owner, std::int64_t at_most) const;
  /// The holder's copies are gone.
  static void lose(const std::filesystem::path& directory, const std::string& holder);

private:
  /// The files of one owner's copies, newest version first.
  std::multimap<std::int64_t, std::filesystem::path, std::greater<>> copies_of(int owner) const;

  std::filesystem::path directory_;
  std::size_t size_;
};

} // namespace daruma::models
