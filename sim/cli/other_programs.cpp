#include "sim/cli/other_programs.hpp"

#include "sim/cli/installation.hpp"

#include <cerrno>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::cli {

std::optional<bool> call_program(std::vector<std::string> words, Output output) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (output == Output::to_standard_error) ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int problem = ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return std::nullopt;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status == 0;
}

bool draw_figure(const std::filesystem::path& numbers, const std::filesystem::path& figure) {
  return call_program({"/usr/bin/python3", installation().figure_drawer.string(), numbers.string(), figure.string()})
      .value_or(false);
}

} // namespace daruma::cli
