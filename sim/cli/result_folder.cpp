#include "sim/cli/result_folder.hpp"

#include "sim/cli/output.hpp"
#include "sim/results/printed.hpp"
#include "sim/results/sinks.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* unfinished_prefix = ".unfinished-";

int open_folder(const fs::path& folder) { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

/// While it lives no other run has the lock of the folder.
class Locked {
public:
  explicit Locked(const fs::path& folder) : opened_(open_folder(folder)) { ::flock(opened_, LOCK_EX); }
  ~Locked() { ::close(opened_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

private:
  int opened_;
};

/// Those of runs that are alive are locked.
void remove_unfinished_of_the_dead(const fs::path& folder) {
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    if (entry.path().filename().string().rfind(unfinished_prefix, 0) != 0 || entry.is_symlink()) continue;
    const int opened = open_folder(entry.path());
    std::error_code ignored;
    if (opened >= 0 && ::flock(opened, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
    if (opened >= 0) ::close(opened);
  }
}

/// "12.txt".
bool is_of_a_process(const fs::path& file) {
  const std::string number = file.stem();
  return file.extension() == ".txt" && number.find_first_not_of("0123456789") == std::string::npos;
}

void remove_output(const fs::path& folder) {
  if (!fs::is_directory(folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (is_of_a_process(entry.path())) fs::remove(entry.path());
}

/// Whether the folder has the result of a centre, to which the tables there belong.
bool has_centre(const fs::path& folder) {
  std::ifstream stream(folder / "result.json");
  for (std::string line; std::getline(stream, line);)
    if (line.find("\"centre\":") != std::string::npos) return true;
  return false;
}

void remove_earlier(const fs::path& folder) {
  if (has_centre(folder))
    for (const char* name : results::centre_tables) fs::remove(folder / name);
  fs::remove(folder / "result.json");
}

void move(const fs::path& name, const fs::path& from, const fs::path& to) {
  make_folder((to / name).parent_path());
  fs::rename(from / name, to / name);
}

/// A new folder inside another, locked while this lives; it goes with what is in it. Throws MachineError.
class Unfinished {
public:
  explicit Unfinished(const fs::path& folder) {
    std::string name = folder / (std::string(unfinished_prefix) + "XXXXXX");
    if (::mkdtemp(name.data()) == nullptr) throw_unwritable(folder, std::strerror(errno));
    path_ = name;
    lock_ = open_folder(path_);
    ::flock(lock_, LOCK_EX);
  }
  ~Unfinished() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    ::close(lock_);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const fs::path& path() const { return path_; }

private:
  fs::path path_;
  int lock_ = -1;
};

using Write = std::function<void(const results::Sink&)>;

Write as_it_is(const std::string& text) {
  return [&text](const results::Sink& sink) { sink(text); };
}

} // namespace

ResultFolder::ResultFolder(fs::path folder, std::string command)
    : folder_(std::move(folder)), command_(std::move(command) + "\n") {
  std::error_code ignored;
  is_new_ = !fs::exists(folder_, ignored);
  make_folder(folder_);
  const Locked locked(folder_);
  remove_unfinished_of_the_dead(folder_);
  const Unfinished attempt(folder_);
}

ResultFolder::~ResultFolder() {
  std::error_code ignored;
  if (is_new_) fs::remove(folder_, ignored); // only where there is nothing in it
}

void ResultFolder::replace(const results::Result& result, const std::string& text) const {
  const std::vector<results::PrintedFile> printed = results::printed_files(result);
  const fs::path output = "output";
  const Unfinished unfinished(folder_);
  const auto write = [&](const fs::path& name, const Write& content) {
    const std::string reason = reason_against_writing(unfinished.path() / name, content);
    if (!reason.empty()) throw_unwritable(folder_ / name, reason);
  };
  write("result.json", [&result](const results::Sink& sink) { results::result_json(result, sink); });
  write("trace.json", [&result](const results::Sink& sink) { results::chrome_trace(result, sink); });
  write("table.txt", as_it_is(text));
  write("command.txt", as_it_is(command_));
  for (const results::PrintedFile& file : printed) {
    make_folder((unfinished.path() / output / file.path).parent_path());
    write(output / file.path, as_it_is(file.text));
  }
  for (const auto& [name, table] : result.tables)
    write(name, [&table = table](const results::Sink& sink) { table.read(sink); });
  const Locked locked(folder_);
  try {
    remove_earlier(folder_);
    remove_output(folder_ / output);
    for (const results::PrintedFile& file : printed) move(output / file.path, unfinished.path(), folder_);
    for (const auto& [name, table] : result.tables) move(name, unfinished.path(), folder_);
    for (const char* const name : {"trace.json", "table.txt", "command.txt", "result.json"})
      move(name, unfinished.path(), folder_);
  } catch (const fs::filesystem_error& problem) { throw_unwritable(problem.path2(), problem.code().message()); }
}

} // namespace daruma::cli
