#include "sim/cli/watched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <unistd.h>

namespace daruma::cli {

namespace {

std::atomic<Progress*> running{nullptr};

void end_count(int) {
  if (Progress* progress = running) progress->stop = true;
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

void draw_bar(const Progress& progress, double cases, const std::function<bool(std::chrono::milliseconds)>& is_done) {
  if (isatty(STDERR_FILENO) == 0) return;
  constexpr int width = 40;
  while (!is_done(std::chrono::milliseconds(200))) {
    const double share = std::min(1.0, static_cast<double>(progress.cases) / cases);
    const int filled = static_cast<int>(share * width);
    fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", width - filled, 100 * share);
    std::fflush(stderr);
  }
  fmt::print(stderr, "\r{:<{}}\r", "", 50);
}

int interrupted() {
  fmt::print(stderr, "daruma: interrupted; the answer is of the cases counted until then\n");
  return 128 + SIGINT;
}

} // namespace daruma::cli
