// A folder of one's own, where the system keeps temporary files or in another one; it goes, with what is in it, with
// this object.
#pragma once

#include <filesystem>

namespace daruma {

class TemporaryFolder {
public:
  /// Throws std::system_error where there can be none.
  explicit TemporaryFolder(const std::filesystem::path& parent = parent_of_all());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Where the system keeps temporary files: TMPDIR, or /tmp. Throws std::system_error where that is no folder.
  static std::filesystem::path parent_of_all();

private:
  std::filesystem::path path_;
};

} // namespace daruma
