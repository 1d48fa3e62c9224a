// The Port on a real MPI. What belongs to a run lies in the directory that DARUMA_RUN names:
//
//   job           lines name=value: model, recovery, spares, seed, checkpoint_every, checkpoint_size, core_speed
//   arguments     lines name=value: the program's own
//   commands      lines appended by whoever steers the job; `commands.read` counts the bytes taken so far
//   answer        the number of ranks after the last command
//   checkpoints/  one file per owner and version
//   processes     how many processes have been numbered
//   log.N         notes, spans and metrics of process N
//
// The directory has to be on a file system that all nodes share, and holds one run. Work is stood in
// for by a pause of the time it would take at core_speed, so that more ranks than cores can be tried.
#include "models/port/port.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace daruma::models {
namespace {

namespace fs = std::filesystem;
using Settings = std::map<std::string, std::string, std::less<>>;

Settings read_settings(const fs::path& file) {
  Settings settings;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (const auto equals = line.find('='); equals != std::string::npos)
      settings[line.substr(0, equals)] = line.substr(equals + 1);
  return settings;
}

std::optional<std::string> find(const Settings& settings, std::string_view name) {
  const auto entry = settings.find(name);
  return entry == settings.end() ? std::nullopt : std::optional(entry->second);
}

std::int64_t number(const Settings& settings, std::string_view name, std::int64_t otherwise) {
  const auto text = find(settings, name);
  if (!text) return otherwise;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || end != text->data() + text->size())
    throw std::runtime_error("job: " + std::string(name) + " must be a whole number, got \"" + *text + "\"");
  return value;
}

/// Readers see the old content or the new, never half of it.
void write_whole(const fs::path& file, std::string_view content) {
  const fs::path draft = file.string() + "." + std::to_string(getpid());
  std::ofstream(draft, std::ios::binary) << content;
  fs::rename(draft, file);
}

std::optional<std::string> read_whole(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

/// The number of this process: each takes the next one, under a lock on the file.
int take_number(const fs::path& counter) {
  const int file = open(counter.c_str(), O_RDWR | O_CREAT, 0644);
  if (file < 0 || flock(file, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + counter.string());
  std::int32_t taken = 0;
  if (pread(file, &taken, sizeof taken, 0) < 0) taken = 0;
  const std::int32_t next = taken + 1;
  if (pwrite(file, &next, sizeof next, 0) != sizeof next) throw std::runtime_error("cannot write " + counter.string());
  close(file);
  return taken;
}

class FileCheckpoints : public CheckpointStore {
public:
  FileCheckpoints(fs::path directory, const Settings& job)
      : directory_(std::move(directory)), every_loops_(static_cast<int>(number(job, "checkpoint_every", 0))),
        size_(static_cast<std::size_t>(parse_bytes(find(job, "checkpoint_size").value_or("0B")).value().value())) {
    fs::create_directories(directory_);
  }

  int every_loops() const override { return every_loops_; }

  void save(int owner, std::int64_t version, const std::vector<std::byte>& state, int) override {
    std::string content(reinterpret_cast<const char*>(state.data()), state.size());
    const std::string length = std::to_string(content.size()) + "\n";
    content.resize(std::max(content.size(), size_));
    write_whole(file_of(owner, version), length + content);
    int kept = 0;
    for (const std::int64_t other : versions_of(owner))
      if (other > version || ++kept > 2) fs::remove(file_of(owner, other));
  }

  std::optional<Stored> load(int owner, std::int64_t at_most) override {
    for (const std::int64_t version : versions_of(owner)) {
      if (version > at_most) continue;
      const auto content = read_whole(file_of(owner, version));
      if (!content) continue;
      const std::size_t begin = content->find('\n') + 1;
      const auto* state = reinterpret_cast<const std::byte*>(content->data() + begin);
      return Stored{version, {state, state + std::stoul(*content)}};
    }
    return std::nullopt;
  }

private:
  fs::path file_of(int owner, std::int64_t version) const {
    return directory_ / (std::to_string(owner) + "." + std::to_string(version));
  }

  /// Newest first.
  std::vector<std::int64_t> versions_of(int owner) const {
    const std::string prefix = std::to_string(owner) + ".";
    std::vector<std::int64_t> versions;
    for (const auto& entry : fs::directory_iterator(directory_)) {
      const std::string name = entry.path().filename();
      if (name.compare(0, prefix.size(), prefix) != 0) continue;
      std::int64_t version = 0;
      const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), version);
      if (error == std::errc{} && end == name.data() + name.size()) versions.push_back(version);
    }
    std::sort(versions.rbegin(), versions.rend());
    return versions;
  }

  fs::path directory_;
  int every_loops_;
  std::size_t size_;
};

class FileCommands : public CommandFile {
public:
  explicit FileCommands(fs::path directory) : directory_(std::move(directory)) {}

  /// The file is only ever appended to; a line counts once its end is there.
  std::optional<std::string> take() override {
    const std::string all = read_whole(directory_ / "commands").value_or("");
    const std::size_t begin = std::stoul(read_whole(directory_ / "commands.read").value_or("0"));
    const std::size_t end = all.find('\n', begin);
    if (end == std::string::npos) return std::nullopt;
    write_whole(directory_ / "commands.read", std::to_string(end + 1));
    return all.substr(begin, end - begin);
  }

  void answer(int ranks) override { write_whole(directory_ / "answer", std::to_string(ranks) + "\n"); }

private:
  fs::path directory_;
};

RecoveryStyle style_named(const std::string& name) {
  if (name == "shrink") return RecoveryStyle::shrink;
  if (name == "spare") return RecoveryStyle::spare;
  if (name == "spawn") return RecoveryStyle::spawn;
  if (name == "rerun") return RecoveryStyle::rerun;
  throw std::runtime_error("job: recovery must be shrink, spare, spawn or rerun, got \"" + name + "\"");
}

class RealPort : public Port {
public:
  explicit RealPort(const fs::path& run)
      : job_(read_settings(run / "job")), arguments_(read_settings(run / "arguments")),
        recovery_(style_named(find(job_, "recovery").value_or("shrink"))),
        core_speed_(parse_flops_per_second(find(job_, "core_speed").value_or("1Gf/s")).value()),
        process_id_(take_number(run / "processes")), executable_(fs::read_symlink("/proc/self/exe")),
        checkpoints_(run / "checkpoints", job_), commands_(run),
        log_(run / ("log." + std::to_string(process_id_)), std::ios::app) {
    log_.precision(std::numeric_limits<double>::max_digits10);
  }

  /// Comparable between nodes as far as their clocks agree, and never running backwards.
  Seconds now() const override { return epoch_ + (std::chrono::steady_clock::now() - start_); }
  void compute(Flops work) override { sleep(work / core_speed_); }
  /// Ends to the microsecond: the system's own sleep would overrun by some fifty.
  void sleep(Seconds duration) override {
    constexpr Seconds spun{200e-6};
    const Seconds end = now() + duration;
    if (duration > spun) std::this_thread::sleep_for(duration - spun);
    while (now() < end) std::this_thread::yield();
  }

  [[noreturn]] void die() override {
    std::raise(SIGKILL);
    std::abort();
  }
  [[noreturn]] void leave() override { std::exit(EXIT_SUCCESS); }

  int process_id() const override { return process_id_; }
  std::uint64_t seed() const override { return static_cast<std::uint64_t>(number(job_, "seed", 1)); }
  std::optional<std::string> argument(std::string_view name) const override {
    return name == "model" ? find(job_, name) : find(arguments_, name);
  }
  RecoveryStyle recovery() const override { return recovery_; }
  int spares() const override { return static_cast<int>(number(job_, "spares", 0)); }
  const char* spawn_command() const override { return executable_.c_str(); }
  CheckpointStore& checkpoints() override { return checkpoints_; }
  CommandFile& commands() override { return commands_; }

  void print(std::string_view line) override {
    const std::string whole = std::string(line) + "\n";
    if (write(STDOUT_FILENO, whole.data(), whole.size()) < 0) std::perror("stdout");
  }
  void note(std::string_view kind, std::string_view text) override {
    log_ << "note " << now().count() << ' ' << kind << ' ' << text << std::endl;
  }
  void span(std::string_view kind, Seconds begin, std::string_view text) override {
    log_ << "span " << begin.count() << ' ' << now().count() << ' ' << kind << ' ' << text << std::endl;
  }
  void metric(std::string_view name, double value) override { log_ << "metric " << name << ' ' << value << std::endl; }

private:
  Settings job_;
  Settings arguments_;
  RecoveryStyle recovery_;
  FlopsPerSecond core_speed_;
  int process_id_;
  std::string executable_;
  FileCheckpoints checkpoints_;
  FileCommands commands_;
  std::ofstream log_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Seconds epoch_ = std::chrono::system_clock::now().time_since_epoch();
};

fs::path run_directory() {
  const char* directory = std::getenv("DARUMA_RUN");
  if (directory == nullptr) throw std::runtime_error("DARUMA_RUN must name the directory of the run");
  return directory;
}

} // namespace

Port& port() {
  static RealPort real(run_directory());
  return real;
}

} // namespace daruma::models
