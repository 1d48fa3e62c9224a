#include "sim/cli/watched.hpp"

#include "sim/core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace daruma::cli {

namespace {

std::atomic<Progress*> running{nullptr};

void end_count(int) {
  if (Progress* progress = running) progress->stop = true;
}

constexpr int bar_width = 68;

/// Such as "1 h 05 min"; in the units that people wait in.
std::string rough(Seconds time) {
  const auto seconds = static_cast<long long>(std::ceil(time.count()));
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

std::string bar(double share, Seconds gone) {
  constexpr int width = 40;
  const int filled = static_cast<int>(share * width);
  const std::string left = share > 0 ? rough(gone * (1 / share - 1)) + " left" : "";
  return fmt::format("[{:#<{}}{:.<{}}] {:3.0f} % {}", "", filled, "", width - filled, 100 * share, left);
}

} // namespace

Interruptible::Interruptible(Progress& progress) {
  running = &progress;
  struct sigaction action {};
  action.sa_handler = end_count;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &before_);
}

Interruptible::~Interruptible() {
  sigaction(SIGINT, &before_, nullptr);
  running = nullptr;
}

void wait_with_bar(const Progress& progress, const std::function<double()>& expected,
                   const std::function<bool(std::chrono::milliseconds)>& is_done) {
  constexpr std::chrono::milliseconds step(200);
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  const auto begin = std::chrono::steady_clock::now();
  while (!is_done(step)) {
    if (!is_terminal) continue;
    const double share = expected() > 0 ? std::min(1.0, static_cast<double>(progress.cases) / expected()) : 0;
    fmt::print(stderr, "\r{:<{}}", bar(share, std::chrono::steady_clock::now() - begin), bar_width);
    std::fflush(stderr);
  }
  if (is_terminal) fmt::print(stderr, "\r{:<{}}\r", "", bar_width);
}

void tell(const std::string& line) {
  const std::string gone = isatty(STDERR_FILENO) != 0 ? fmt::format("\r{:<{}}\r", "", bar_width) : "";
  fmt::print(stderr, "{}daruma: {}\n", gone, line);
}

int interrupted() {
  fmt::print(stderr, "daruma: interrupted; the answer is of the cases counted until then\n");
  return 128 + SIGINT;
}

} // namespace daruma::cli
