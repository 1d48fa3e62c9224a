// One run of a program under limits: what it said, how it ended, and whether it could be stopped.
//
// A run that takes longer than its limit is interrupted as by Ctrl-C, then once more, then killed. That it takes long
// is no fault; that it does not end when it is told to is one. What takes more memory than its limit is killed.
#pragma once

#include "sim/core/units.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::fuzz {

struct Limits {
  Seconds until_interrupted{5};
  Seconds grace{10}; ///< after each interruption
  Bytes memory{3e9}; ///< that it has of the computer, whatever addresses it has besides
  Bytes file{256e6}; ///< largest file that it may write
};

enum class Ending { by_itself, interrupted, interrupted_twice, killed, too_large };

struct Execution {
  Ending ending = Ending::by_itself;
  int status = 0; ///< exit status where it ended with one
  int signal = 0; ///< that ended it, else 0
  Seconds time{0};
  std::string out;
  std::string err;
};

/// Runs a program with these words in that folder, without input; files `said` and `told` there keep what it writes to
/// standard output and standard error. Throws std::system_error where it cannot be started.
Execution execute(const std::vector<std::string>& command, const std::filesystem::path& folder, const Limits&);

} // namespace daruma::fuzz
