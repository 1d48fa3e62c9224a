#include "sim/hosting/descriptors.hpp"

#include "sim/core/number.hpp"

#include <fcntl.h>
#include <filesystem>
#include <map>
#include <system_error>
#include <unistd.h>

namespace daruma::hosting {

namespace {

std::map<int, const Descriptors*> owners; ///< null: the simulator

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

Descriptors::~Descriptors() {
  for (const int descriptor : all()) owners.erase(descriptor);
}

void Descriptors::note(int descriptor) { owners[descriptor] = this; }

void Descriptors::forget(int descriptor) {
  if (!are_without(descriptor)) owners.erase(descriptor);
}

bool Descriptors::are_without(int descriptor) const {
  const auto found = owners.find(descriptor);
  return found != owners.end() && found->second != this;
}

std::vector<int> Descriptors::all() const {
  std::vector<int> own;
  for (const auto& [descriptor, owner] : owners)
    if (owner == this) own.push_back(descriptor);
  return own;
}

} // namespace daruma::hosting
