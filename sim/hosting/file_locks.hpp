// Which of its open files a process has locks of, as they end with it.
#pragma once

#include <set>

namespace daruma::hosting {

class FileLocks {
public:
  FileLocks() = default;
  /// Gives back the locks that are left.
  ~FileLocks();
  FileLocks(const FileLocks&) = delete;
  FileLocks& operator=(const FileLocks&) = delete;

  void note(int descriptor) { files_.insert(descriptor); }
  /// The descriptor is closed, and the system sees to its locks.
  void forget(int descriptor) { files_.erase(descriptor); }

private:
  std::set<int> files_;
};

} // namespace daruma::hosting
