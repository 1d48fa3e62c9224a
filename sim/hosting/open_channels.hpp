// The channels to other processes that a process has open (sockets, FIFOs). They are closed with its death, which is
// how those at their other ends learn of it.
#pragma once

#include <map>
#include <sys/types.h>
#include <utility>

namespace daruma::hosting {

class OpenChannels {
public:
  OpenChannels() = default;
  /// Closes those that are left.
  ~OpenChannels();
  OpenChannels(const OpenChannels&) = delete;
  OpenChannels& operator=(const OpenChannels&) = delete;

  /// Nothing where the descriptor is that of another kind of file.
  void note(int descriptor);
  /// The descriptor is closed, and may soon be another file's.
  void forget(int descriptor) { channels_.erase(descriptor); }

private:
  std::map<int, std::pair<dev_t, ino_t>> channels_; ///< and which file it is
};

} // namespace daruma::hosting
