// What another program costs this computer.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace daruma::bench {

struct Cost {
  double processor_s = 0; ///< its own children's included, for which it has waited
  double mebibytes = 0;   ///< at most resident
};

/// Runs a program that prints into a file; ends this one if that fails. `while_running` is called with the child's
/// number and may take its time: the end is looked for between calls.
inline Cost cost_of(const std::vector<std::string>& words, const std::string& output = "/dev/null",
                    const std::function<void(pid_t)>& while_running = {}) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen(output.c_str(), "w", stdout)) execv(arguments[0], arguments.data());
    _exit(EXIT_FAILURE);
  }
  int status = 0;
  struct rusage used {};
  while (wait4(child, &status, while_running ? WNOHANG : 0, &used) == 0) while_running(child);
  if (status != 0) {
    std::fprintf(stderr, "%s failed\n", arguments[0]);
    std::exit(EXIT_FAILURE);
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime), static_cast<double>(used.ru_maxrss) / 1024};
}

} // namespace daruma::bench
