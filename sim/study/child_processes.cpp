#include "sim/study/child_processes.hpp"

#include "sim/core/threads.hpp"
#include "sim/study/executor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace daruma::study {

namespace {

constexpr pid_t no_process = -1;

void write_all(int descriptor, std::string_view text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t step = ::write(descriptor, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) std::_Exit(1);
    written += static_cast<std::size_t>(step);
  }
}

int reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

/// Reads what is there; false at the end of the output.
bool read_some(int pipe, std::string& unread) {
  std::array<char, 65536> buffer{};
  const ssize_t size = ::read(pipe, buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR;
  unread.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

std::vector<std::string> take_lines(std::string& unread) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = unread.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(unread.substr(begin, end - begin));
  unread.erase(0, begin);
  return lines;
}

} // namespace

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(1);
}

std::string fate_of(int status) {
  if (WIFSIGNALED(status)) return std::string("was ended by a signal: ") + strsignal(WTERMSIG(status));
  return "ended with exit status " + std::to_string(WEXITSTATUS(status));
}

ChildProcesses::ChildProcesses(int workers)
    : workers_(static_cast<std::size_t>(workers > 0 ? workers : cores_here())) {}

ChildProcesses::~ChildProcesses() {
  kill();
  for (const Child& child : busy_) {
    ::close(child.pipe);
    reap(child.pid);
  }
}

void ChildProcesses::kill() {
  for (const Child& child : busy_) ::kill(child.pid, SIGKILL);
}

void ChildProcesses::start(int number, const std::function<void(const WriteLine&)>& work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "a pipe to a worker cannot be made");
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "a worker cannot be started");
  if (pid == 0) {
    end_with(parent);
    ::close(ends[0]);
    work([pipe = ends[1]](std::string_view line) { write_all(pipe, std::string(line) + '\n'); });
    std::_Exit(0);
  }
  ::close(ends[1]);
  busy_.push_back({number, pid, ends[0]});
}

ChildProcesses::News ChildProcesses::hear(Child& child) {
  const bool is_at_work = read_some(child.pipe, child.unread);
  News news{child.number, take_lines(child.unread), false, ""};
  if (is_at_work) return news;
  ::close(child.pipe);
  news.has_ended = true;
  news.fate = fate_of(reap(child.pid));
  child.pid = no_process;
  return news;
}

std::vector<ChildProcesses::News> ChildProcesses::heard_within(Seconds time) {
  std::vector<pollfd> watched;
  watched.reserve(busy_.size());
  for (const Child& child : busy_) watched.push_back({child.pipe, POLLIN, 0});
  std::vector<News> all;
  if (::poll(watched.data(), watched.size(), static_cast<int>(std::ceil(time.count() * 1000))) <= 0) return all;
  for (std::size_t i = 0; i < watched.size(); ++i)
    if (watched[i].revents != 0) all.push_back(hear(busy_[i]));
  const auto has_ended = [](const Child& child) { return child.pid == no_process; };
  busy_.erase(std::remove_if(busy_.begin(), busy_.end(), has_ended), busy_.end());
  return all;
}

} // namespace daruma::study
