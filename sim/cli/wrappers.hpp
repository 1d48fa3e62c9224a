// Commands that start the program, as scripts do: darumarun -np 4 ./wrapper.sh ARGUMENTS...
//
// As MPI's launchers do, one is started for each process, on this computer, with the variables by which Open MPI and
// MPICH tell ranks. Where it starts a program for simulation, that does not run: it tells what it was to be given
// (sim/hosting/linked/wrapped_start.h), and waits. What all have told alike is simulated. Who has started the program
// and not become it goes on behind it.
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace daruma::cli {

class Wrapper;

class Wrappers {
public:
  /// Waits until each of them has come to its program. Throws UsageError where one comes to none, or its program is to
  /// begin in another way than others, and MachineError where so many cannot be started.
  Wrappers(const std::filesystem::path& command, const Words& arguments, int processes);
  /// Ends those that go on: asks them to, and kills who has not followed after two seconds, as Open MPI's launcher
  /// does.
  ~Wrappers();
  Wrappers(const Wrappers&) = delete;
  Wrappers& operator=(const Wrappers&) = delete;

  /// The program's file and its arguments.
  Words program() const;
  /// This process has from now on the environment, the folder and the mask of new files that the programs are to have.
  void take_surroundings() const;
  /// Their programs have ended with that status. Returns the highest with which one of the wrappers ends.
  int go_on(int status);

private:
  class EndTogether;

  Wrappers(const std::filesystem::path& command, int processes);
  /// Until all have told.
  void listen(int listener);
  void hear(int connection);

  std::string name_;
  std::vector<Wrapper> all_; ///< by process
  std::unique_ptr<EndTogether> end_together_;
};

/// Whether the file is no program for simulation and would have to start one: a script, or one of the commands that
/// PATH leads to, such as nice.
bool is_wrapper(const std::filesystem::path& file);

} // namespace daruma::cli
