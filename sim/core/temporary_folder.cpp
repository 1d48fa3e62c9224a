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

TemporaryFolder::TemporaryFolder(const fs::path& parent) : path_(make_folder(parent)) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

} // namespace daruma
