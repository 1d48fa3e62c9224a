#include "models/port/real/real_port.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include <unistd.h>

namespace daruma::models {
namespace {

namespace fs = std::filesystem;

RecoveryStyle style_named(const std::string& name) {
  if (const auto style = value_named(recovery_styles, name)) return *style;
  throw std::runtime_error("job: recovery must be shrink, spare, spawn or rerun, got \"" + name + "\"");
}

CheckpointPlace place_named(const std::string& name) {
  if (const auto place = value_named(checkpoint_places, name)) return *place;
  throw std::runtime_error("job: checkpoint_to must be local-memory, partner-memory or file-system, got \"" + name +
                           "\"");
}

/// Whose memory a checkpoint of this process is in.
std::vector<std::string> holders(CheckpointPlace place, int process, int partner) {
  if (place == CheckpointPlace::file_system) return {FileCheckpoints::file_system};
  if (place == CheckpointPlace::local_memory) return {std::to_string(process)};
  return {std::to_string(process), std::to_string(partner)};
}

fs::path run_directory() {
  const char* directory = std::getenv("DARUMA_RUN");
  if (directory == nullptr) throw std::runtime_error("DARUMA_RUN must name the directory of the run");
  return directory;
}

} // namespace

RealPort::RealPort(fs::path run)
    : run_(std::move(run)), job_(read_settings(run_ / "job")), arguments_(read_settings(run_ / "arguments")),
      recovery_(style_named(find(job_, "recovery").value_or("shrink"))),
      core_speed_(parse_flops_per_second(find(job_, "core_speed").value_or("1Gf/s")).value()),
      executable_(fs::read_symlink("/proc/self/exe")) {}

void RealPort::join(const Began& launch, int number) {
  process_id_ = number;
  log_.open(run_ / ("log." + std::to_string(number)), std::ios::app);
  write(launch);
  log_ << std::exchange(held_, {}) << std::flush;
}

void RealPort::write(const LogEntry& entry) {
  const std::string line = to_line(entry) + "\n";
  if (log_.is_open())
    log_ << line << std::flush;
  else
    held_ += line;
}

/// Ends to the microsecond: the system's own sleep would overrun by some fifty.
void RealPort::sleep(Seconds duration) {
  constexpr Seconds spun{200e-6};
  const Seconds end = now() + duration;
  if (duration > spun) std::this_thread::sleep_for(duration - spun);
  while (now() < end) std::this_thread::yield();
}

void RealPort::copy(Bytes size) {
  const auto bytes = static_cast<std::size_t>(size.value());
  copied_.resize(std::max(copied_.size(), 2 * bytes));
  std::memcpy(copied_.data() + bytes, copied_.data(), bytes);
}

void RealPort::die() {
  FileCheckpoints::lose(run_ / "checkpoints", std::to_string(process_id_));
  write(Died{now(), "ended itself"});
  std::raise(SIGKILL);
  std::abort();
}

void RealPort::restartable(const std::function<void(int restarts)>&) {
  throw std::invalid_argument("no launcher of a real MPI here restarts processes in place (Reinit): that is simulated");
}

void RealPort::leave() {
  write(Ended{now(), Ending::left, EXIT_SUCCESS});
  std::exit(EXIT_SUCCESS);
}

std::byte* RealPort::blank(Bytes size) {
  const auto bytes = static_cast<std::size_t>(size.value());
  return blank_.emplace_back(new std::byte[bytes]).get(); // in no page before a message comes
}

/// The mean over the last minute, less this run's own processes: an MPI that waits polls, so that each of them counts.
NodeDemand RealPort::node_demand() const {
  const int processors = cores_here();
  double wanting = 0;
  if (getloadavg(&wanting, 1) < 1) return {0, processors};
  const int own = numbers_taken(run_ / "processes");
  return {std::max(0, static_cast<int>(std::lround(wanting)) - own), processors};
}

std::optional<std::string> RealPort::argument(std::string_view name) const {
  return name == "model" ? find(job_, name) : find(arguments_, name);
}

void RealPort::print(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  if (::write(STDOUT_FILENO, whole.data(), whole.size()) < 0) std::perror("stdout");
  write(Printed{now(), std::string(line)});
}

void RealPort::restarted(std::string_view how) { write(Restarted{now(), std::string(how)}); }

void RealPort::migrated(const std::vector<RankMove>& moves) { write(Migrated{now(), moves}); }

void RealPort::note(std::string_view kind, std::string_view text) {
  write(Noted{now(), std::string(kind), std::string(text)});
}

void RealPort::span(std::string_view kind, Seconds begin, std::string_view text) {
  write(Spanned{begin, now(), std::string(kind), std::string(text)});
}

void RealPort::phase_begun(std::string_view name) { write(PhaseBegun{now(), std::string(name)}); }

void RealPort::phase_ended() { write(PhaseEnded{now()}); }

void RealPort::metric(std::string_view name, double value) { write(Measured{std::string(name), value}); }

std::optional<CheckpointTerms> RealPort::terms() const {
  const auto place = find(job_, "checkpoint_to");
  if (!place) return std::nullopt;
  return CheckpointTerms{place_named(*place), parse_bytes(find(job_, "checkpoint_size").value_or("0B")).value()};
}

/// Whether the partner still lives is not known here.
bool RealPort::keep(int owner, std::int64_t version, const std::vector<std::byte>& state, const CheckpointTerms& terms,
                    int partner) {
  const Seconds begin = now();
  const bool has_partner =
      terms.place != CheckpointPlace::partner_memory || partner < numbers_taken(run_ / "processes");
  files(terms.size).save(owner, version, state, holders(terms.place, process_id_, has_partner ? partner : process_id_));
  span("checkpoint", begin, name_of_version(owner, version));
  return has_partner;
}

std::optional<std::int64_t> RealPort::newest(int owner, std::int64_t at_most) const {
  return files().newest(owner, at_most);
}

std::optional<Stored> RealPort::load(int owner, std::int64_t at_most) {
  const Seconds begin = now();
  auto stored = files().load(owner, at_most);
  if (stored) span("load", begin, name_of_version(owner, stored->version));
  return stored;
}

/// The file is only ever appended to; a line counts once its end is there.
std::optional<std::string> RealPort::take() {
  const std::string all = read_whole(run_ / "commands").value_or("");
  const std::size_t begin = std::stoul(read_whole(run_ / "commands.read").value_or("0"));
  const std::size_t end = all.find('\n', begin);
  if (end == std::string::npos) return std::nullopt;
  write_whole(run_ / "commands.read", std::to_string(end + 1));
  return all.substr(begin, end - begin);
}

void RealPort::answer(int ranks) {
  write_whole(run_ / "answer", std::to_string(ranks) + "\n");
  write(Answered{now(), ranks});
}

RealPort& real_port() {
  static RealPort real(run_directory());
  return real;
}

Port& port() { return real_port(); }

} // namespace daruma::models
