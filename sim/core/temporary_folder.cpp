#include "sim/core/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace daruma {

namespace {

namespace fs = std::filesystem;

fs::path make_folder(const fs::path& parent) {
  std::string name = parent / "daruma-XXXXXX"; // short: sockets may lie in it
  if (::mkdtemp(name.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), name + " cannot be made");
  return name;
}

} // namespace

fs::path TemporaryFolder::parent_of_all() {
  std::error_code wrong;
  fs::path parent = fs::temp_directory_path(wrong);
  if (!wrong) return parent;
  const char* const asked = std::getenv("TMPDIR");
  throw std::system_error(wrong,
                          asked != nullptr ? "TMPDIR is " + std::string(asked) : "the folder of temporary files");
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) : path_(make_folder(parent)) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

} // namespace daruma
