#include "sim/hosting/descriptors.hpp"

#include "sim/core/number.hpp"

#include <fcntl.h>
#include <filesystem>
#include <map>
#include <system_error>
#include <unistd.h>

namespace daruma::hosting {

namespace {

std::map<int, const Hosted*> owners; ///< null: the simulator

} // namespace

void keep_open_descriptors() {
  owners.clear();
  std::error_code none;
  std::vector<int> seen;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", none))
    if (const auto number = number_in<int>(entry.path().filename().string()); number && *number > STDERR_FILENO)
      seen.push_back(*number);
  for (const int descriptor : seen)
    if (::fcntl(descriptor, F_GETFD) != -1) owners.emplace(descriptor, nullptr); // but for that of the looking itself
}

void note_owner(int descriptor, const Hosted& hosted) { owners[descriptor] = &hosted; }

void forget_owner(int descriptor) { owners.erase(descriptor); }

bool is_not_of(const Hosted& hosted, int descriptor) {
  const auto found = owners.find(descriptor);
  return found != owners.end() && found->second != &hosted;
}

std::vector<int> descriptors_of(const Hosted& hosted) {
  std::vector<int> own;
  for (const auto& [descriptor, owner] : owners)
    if (owner == &hosted) own.push_back(descriptor);
  return own;
}

} // namespace daruma::hosting
