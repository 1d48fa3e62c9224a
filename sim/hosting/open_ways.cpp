#include "sim/hosting/open_ways.hpp"

#include <cerrno>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

using WayId = std::pair<dev_t, ino_t>;

std::optional<WayId> way_at(int descriptor) {
  struct stat found {};
  const int before = errno;
  const bool is_way = ::fstat(descriptor, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
  errno = before;
  return is_way ? std::optional(WayId(found.st_dev, found.st_ino)) : std::nullopt;
}

} // namespace

/// A library may have closed one, and its number be another file's by now.
OpenWays::~OpenWays() {
  for (const auto& [descriptor, id] : ways_)
    if (way_at(descriptor) == id) ::close(descriptor);
}

void OpenWays::note(int descriptor) {
  if (const auto id = way_at(descriptor)) ways_[descriptor] = *id;
}

} // namespace daruma::hosting
