// Compiles a program given as text with `daruma cc` and runs it, as a user would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::hosting::test {

struct Answer {
  int status;
  std::string out;
  std::string err;
};

/// A folder of its own, gone with the object.
class Workbench {
public:
  Workbench();
  ~Workbench();
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  void write(const std::string& file, const std::string& text) const;
  /// The simulator with these words, run in the folder.
  Answer call(const std::string& words) const;
  /// A line of shell in the folder, which finds darumacc and its like.
  Answer shell(const std::string& line) const;

  /// Compiles `body` (C, or C++ if it includes a header of C++), runs it, and tells what happened, one event a line:
  /// "0.100000 print 3: hello", "0.100000 death 3: ..."; the compiler's or the simulator's complaint if there is one.
  /// `job` and `rest` are added to the job and to the scenario.
  std::vector<std::string> events(const std::string& source, int ranks, const std::string& job = "",
                                  const std::string& rest = "") const;
  /// Only what was printed and who died, without times: "3: hello", "3 died: ...".
  std::vector<std::string> said(const std::string& source, int ranks, const std::string& job = "",
                                const std::string& rest = "") const;

  /// Where programs run.
  std::string machine = R"({"use": "laptop", "cores": 64})";

private:
  std::filesystem::path folder_;
};

/// What the processes of ./p print, sorted, which `build` makes and darumarun runs with `words`; what is said of an
/// error where they print nothing.
std::vector<std::string> printed(const Workbench& bench, const std::string& build, int processes,
                                 const std::string& words = "");

} // namespace daruma::hosting::test
