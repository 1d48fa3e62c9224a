#include "sim/results/row_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace daruma::results {

std::shared_ptr<RowFile> RowFile::open() {
  std::error_code problem;
  std::string name = std::filesystem::temp_directory_path(problem) / "daruma-rows-XXXXXX";
  const int file = problem ? -1 : ::mkstemp(name.data());
  if (file < 0) return nullptr;
  ::unlink(name.c_str());
  return std::shared_ptr<RowFile>(new RowFile(file));
}

RowFile::~RowFile() { ::close(file_); }

std::optional<RowFile::Place> RowFile::append(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return std::nullopt;
    done += static_cast<std::size_t>(written);
  }
  const Place place{end_, bytes.size()};
  end_ += bytes.size();
  return place;
}

std::string RowFile::read(Place place) const {
  std::string bytes(place.size, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place.begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw std::system_error(got < 0 ? errno : EIO, std::generic_category(), "what was recorded is lost");
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

} // namespace daruma::results
