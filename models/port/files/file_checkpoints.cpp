#include "models/port/files/file_checkpoints.hpp"

#include "models/port/files/run_files.hpp"
#include "sim/core/number.hpp"

#include <algorithm>
#include <set>
#include <system_error>

namespace daruma::models {

namespace fs = std::filesystem;

namespace {

std::string name_of(int owner, std::int64_t version) { return std::to_string(owner) + "." + std::to_string(version); }

/// The length of the state comes first: the file is as large as the scenario says.
std::string content_of(const std::vector<std::byte>& state, std::size_t size) {
  std::string content(reinterpret_cast<const char*>(state.data()), state.size());
  const std::string length = std::to_string(content.size()) + "\n";
  content.resize(std::max(content.size(), size));
  return length + content;
}

std::vector<std::byte> state_in(const std::string& content) {
  const auto* state = reinterpret_cast<const std::byte*>(content.data() + content.find('\n') + 1);
  return {state, state + std::stoul(content)};
}

} // namespace

FileCheckpoints::FileCheckpoints(fs::path directory, Bytes size)
    : directory_(std::move(directory)), size_(static_cast<std::size_t>(size.value())) {
  fs::create_directories(directory_);
}

void FileCheckpoints::save(int owner, std::int64_t version, const std::vector<std::byte>& state,
                           const std::vector<std::string>& holders) const {
  constexpr std::size_t kept = 2;
  const std::string content = content_of(state, size_);
  for (const std::string& holder : holders) {
    fs::create_directories(directory_ / holder);
    write_whole(directory_ / holder / name_of(owner, version), content);
  }
  std::set<std::int64_t> newest;
  for (const auto& [other, file] : copies_of(owner)) {
    if (other <= version && (newest.size() < kept || newest.count(other) > 0)) {
      newest.insert(other);
      continue;
    }
    std::error_code gone_already;
    fs::remove(file, gone_already);
  }
}

std::optional<std::int64_t> FileCheckpoints::newest(int owner, std::int64_t at_most) const {
  const auto copies = copies_of(owner);
  const auto found = copies.lower_bound(at_most); // of those in falling order
  return found == copies.end() ? std::nullopt : std::optional(found->first);
}

std::optional<Stored> FileCheckpoints::load(int owner, std::int64_t at_most) const {
  for (const auto& [version, file] : copies_of(owner)) {
    if (version > at_most) continue;
    if (const auto content = read_whole(file)) return Stored{version, state_in(*content)};
  }
  return std::nullopt;
}

void FileCheckpoints::lose(const fs::path& directory, const std::string& holder) {
  std::error_code never_saved;
  fs::remove_all(directory / holder, never_saved);
}

// Folders come and go while they are read: a holder that dies takes its own along.
std::multimap<std::int64_t, fs::path, std::greater<>> FileCheckpoints::copies_of(int owner) const {
  const std::string prefix = std::to_string(owner) + ".";
  std::multimap<std::int64_t, fs::path, std::greater<>> copies;
  std::error_code gone;
  for (fs::directory_iterator holder(directory_, gone), end; !gone && holder != end; holder.increment(gone)) {
    std::error_code holder_gone;
    for (fs::directory_iterator file(holder->path(), holder_gone); !holder_gone && file != end;
         file.increment(holder_gone)) {
      const std::string name = file->path().filename();
      if (name.compare(0, prefix.size(), prefix) != 0) continue;
      if (const auto version = number_in<std::int64_t>(name.substr(prefix.size())))
        copies.emplace(*version, file->path());
    }
  }
  return copies;
}

} // namespace daruma::models
