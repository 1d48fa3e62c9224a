// Bytes that memory is not to hold: a file without a name, which goes with its last user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace daruma::results {

class RowFile {
public:
  struct Place {
    std::uint64_t begin;
    std::size_t size;
  };

  /// Where the system keeps temporary files; null where there can be none.
  static std::shared_ptr<RowFile> open();
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  /// Nothing if there is no room.
  std::optional<Place> append(const std::string& bytes);
  /// What was appended there. Throws std::system_error where the disk fails.
  std::string read(Place) const;

private:
  explicit RowFile(int file) : file_(file) {}

  int file_;
  std::uint64_t end_ = 0;
};

} // namespace daruma::results
