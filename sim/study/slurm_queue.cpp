#include "sim/study/slurm_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <vector>

namespace daruma::study {

namespace {

constexpr int patience_s = 10; // Ctrl-C should not wait longer

/// At most so many parts; the last one may have bars in it.
std::vector<std::string> between_bars(const std::string& line, std::size_t most) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (parts.size() + 1 < most) {
    const std::size_t bar = line.find('|', begin);
    if (bar == std::string::npos) break;
    parts.push_back(line.substr(begin, bar - begin));
    begin = bar + 1;
  }
  parts.push_back(line.substr(begin));
  return parts;
}

/// Nodes that sinfo puts into one line.
struct NodesAlike {
  std::string names; ///< "n[1-2]"
  std::string state; ///< "drained", "down*"
  std::string reason;
};

std::optional<NodesAlike> read_nodes(const std::string& line) {
  auto parts = between_bars(line, 3);
  if (parts.size() < 3) return std::nullopt;
  return NodesAlike{parts[0], parts[1], parts[2]};
}

/// A star stands for nodes that do not answer.
bool is_silent(const NodesAlike& nodes) { return !nodes.state.empty() && nodes.state.back() == '*'; }

bool is_out_of_service(const NodesAlike& nodes) {
  const std::array<const char*, 6> out{"drained", "draining", "down", "error", "fail", "failing"};
  const std::string state = nodes.state.substr(0, nodes.state.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
  return is_silent(nodes) || std::find(out.begin(), out.end(), state) != out.end();
}

std::string outage_of(const std::vector<NodesAlike>& all, const std::string& partition) {
  std::string found;
  std::string names;
  for (const NodesAlike& nodes : all) {
    found += fmt::format("{}{} {} ({})", found.empty() ? "" : ", ", nodes.names, nodes.state, nodes.reason);
    names += (names.empty() ? "" : ",") + nodes.names;
  }
  const bool is_any_silent = std::any_of(all.begin(), all.end(), is_silent);
  return fmt::format("all nodes of partition {} are out of service: {}. An administrator brings them back{}: "
                     "scontrol update NodeName={} State=RESUME",
                     partition, found, is_any_silent ? ", once slurmd answers on them" : "", names);
}

} // namespace

SlurmReply order_slurm(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {false, "no shell can be started"};
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    text.append(part.data(), size);
  const int status = ::pclose(pipe);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, text};
}

SlurmReply ask_slurm(const std::string& command) {
  SlurmReply reply = order_slurm(fmt::format("timeout {} {}", patience_s, command));
  if (!reply.is_good && reply.text.empty()) reply.text = fmt::format("nothing came within {} s", patience_s);
  return reply;
}

SlurmReply ask_queue() { return ask_slurm("squeue --noheader --array --me --format='%F|%t|%P|%r'"); }

SlurmQueue read_queue(const std::string& answer, const std::string& job) {
  SlurmQueue queue;
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);) {
    const auto parts = between_bars(line, 4);
    if (parts.size() < 4 || parts[0] != job) continue;
    const bool is_waiting = parts[1] == "PD";
    ++(is_waiting ? queue.waiting : queue.running);
    if (!is_waiting) continue;
    queue.partition = parts[2];
    queue.reasons.insert(parts[3]);
    if (parts[3].find("held") != std::string::npos || parts[3].find("Held") != std::string::npos) ++queue.held;
  }
  return queue;
}

SlurmReply ask_nodes(const std::string& partition) {
  return ask_slurm(fmt::format("sinfo --noheader --partition='{}' --format='%N|%T|%E'", partition));
}

std::string read_outage(const std::string& answer, const std::string& partition) {
  std::vector<NodesAlike> all;
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);)
    if (auto nodes = read_nodes(line)) all.push_back(std::move(*nodes));
  const bool is_outage = !all.empty() && std::all_of(all.begin(), all.end(), is_out_of_service);
  return is_outage ? outage_of(all, partition) : "";
}

} // namespace daruma::study
