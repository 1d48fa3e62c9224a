#include "sim/hosting/open_channels.hpp"

#include <cerrno>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

using ChannelId = std::pair<dev_t, ino_t>;

std::optional<ChannelId> channel_at(int descriptor) {
  struct stat found {};
  const int before = errno;
  const bool is_channel = ::fstat(descriptor, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
  errno = before;
  return is_channel ? std::optional(ChannelId(found.st_dev, found.st_ino)) : std::nullopt;
}

} // namespace

/// A library may have closed one, and its number be another file's by now.
OpenChannels::~OpenChannels() {
  for (const auto& [descriptor, id] : channels_)
    if (channel_at(descriptor) == id) ::close(descriptor);
}

void OpenChannels::note(int descriptor) {
  if (const auto id = channel_at(descriptor)) channels_[descriptor] = *id;
}

} // namespace daruma::hosting
