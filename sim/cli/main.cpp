#include "sim/cli/command_line.hpp"
#include "sim/core/crash.hpp"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <unistd.h>

/// The program has names of its own for commands that others call as they call compilers and mpirun; links to it may
/// have the names that scripts and makefiles call.
int main(int argc, char** argv) {
  static const std::map<std::string, std::string> commands{
      {"darumacc", "cc"},      {"mpicc", "cc"},      {"darumac++", "c++"}, {"mpicxx", "c++"},  {"mpic++", "c++"},
      {"mpiCC", "c++"},        {"darumaf90", "f90"}, {"mpif90", "f90"},    {"mpifort", "f90"}, {"mpif77", "f90"},
      {"darumarun", "mpirun"}, {"mpirun", "mpirun"}, {"mpiexec", "mpirun"}};
  daruma::cli::Words words(argv + 1, argv + argc);
  daruma::end_on_crashes(daruma::cli::broke);
  std::signal(SIGXFSZ, SIG_IGN); // a file larger than "ulimit -f" allows is told as a full disk is
  const auto found = commands.find(argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "");
  if (found != commands.end()) words.insert(words.begin(), found->second);
  const int status = daruma::cli::run(words);
  if (!daruma::is_anything_left()) return status;
  std::fflush(nullptr);
  ::_exit(status); // what is in any state is not destroyed
}
