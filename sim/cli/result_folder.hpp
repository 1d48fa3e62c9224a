// The folder of a run's results, in which the files of different runs never lie side by side.
//
// All files of a run are written whole into a folder of its own inside, which nobody else knows the name of. They take
// the place of those of an earlier run only when all of them are written. result.json goes first and comes last then: a
// run that is killed just at that moment leaves a folder without it, which no command takes for a result.
#pragma once

#include "sim/results/records.hpp"

#include <filesystem>
#include <string>

namespace daruma::cli {

class ResultFolder {
public:
  /// Makes the folder and those above it, and sees that files can be written there, so that this is known before the
  /// run. What a killed run has left unfinished goes. Throws MachineError with path and reason. The command is what the
  /// results are made with.
  ResultFolder(std::filesystem::path folder, std::string command);
  /// A folder that it has made goes if there is nothing in it.
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }

  /// Writes result.json, trace.json, the text as table.txt, the command as command.txt, the tables of a centre, and
  /// what processes printed below output/, in the place of those of an earlier run; what else is there stays. Throws
  /// MachineError, and leaves the earlier ones then.
  void replace(const results::Result&, const std::string& text) const;

private:
  std::filesystem::path folder_;
  std::string command_; ///< a line
  bool is_new_ = false;
};

} // namespace daruma::cli
