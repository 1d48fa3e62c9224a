#include "sim/run/real/run_directory.hpp"

#include "models/port/files/file_checkpoints.hpp"

#include <deque>
#include <fstream>
#include <system_error>

namespace daruma::real {

namespace {

namespace fs = std::filesystem;

std::string job_file(const scenario::Scenario& scenario, const scenario::Job& job, std::uint64_t seed) {
  std::string text = "model=" + job.model + "\nrecovery=" + std::string(word_of(recovery_styles, job.recovery)) +
                     "\nspares=" + std::to_string(job.spares) +
                     "\nseed=" + std::to_string(static_cast<std::int64_t>(seed)) +
                     "\ncore_speed=" + to_text(scenario.machine.core_speed) + "\n";
  if (!job.checkpoint) return text;
  return text + "checkpoint_every=" + std::to_string(job.checkpoint->every_loops) +
         "\ncheckpoint_size=" + to_text(job.checkpoint->size) +
         "\ncheckpoint_to=" + std::string(word_of(checkpoint_places, job.checkpoint->to)) + "\n";
}

} // namespace

RunDirectory::RunDirectory(const scenario::Scenario& scenario, const scenario::Job& job, std::uint64_t seed) {
  std::ofstream(path() / "job") << job_file(scenario, job, seed);
  std::ofstream arguments(path() / "arguments");
  for (const auto& [name, value] : scenario::arguments_as_text(job.arguments))
    arguments << name << '=' << value << '\n';
}

void RunDirectory::forget_processes() {
  fs::remove(path() / "processes");
  for (const auto& log : read_) fs::remove(path() / ("log." + std::to_string(log.first)));
  read_.clear();
}

void RunDirectory::order(const std::string& line) const {
  std::ofstream(path() / "commands", std::ios::app) << line + "\n";
}

void RunDirectory::lose_checkpoints(int process) const {
  models::FileCheckpoints::lose(path() / "checkpoints", std::to_string(process));
}

std::vector<Told> RunDirectory::read_on() {
  const std::string prefix = "log.";
  for (const auto& entry : fs::directory_iterator(path()))
    if (const std::string name = entry.path().filename(); name.compare(0, prefix.size(), prefix) == 0)
      read_.try_emplace(std::stoi(name.substr(prefix.size())), 0);
  std::vector<Told> told;
  for (auto& [process, read] : read_) read_log(process, read, told);
  return told;
}

void RunDirectory::read_log(int process, std::uintmax_t& read, std::vector<Told>& told) const {
  const fs::path file = path() / ("log." + std::to_string(process));
  std::error_code absent;
  const std::uintmax_t size = fs::file_size(file, absent);
  if (absent) return;
  if (size == read) return;
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(read));
  for (std::string line; std::getline(in, line) && !in.eof();) { // a line without its end is not there yet
    read += line.size() + 1;
    if (auto entry = models::parse_line(line)) told.push_back({process, std::move(*entry)});
  }
}

std::string RunDirectory::end_of_output() const {
  constexpr std::size_t most = 15;
  std::ifstream in(output());
  std::deque<std::string> last;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    last.push_back(line);
    if (last.size() > most) last.pop_front();
  }
  std::string text;
  for (const std::string& line : last) text += "\n  " + line;
  return text;
}

} // namespace daruma::real
