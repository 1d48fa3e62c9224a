// Lines of a log that are not taken, counted by why, with the numbers of the first ones.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace daruma::batch {

class LeftOut {
public:
  void add(const std::string& why, int line);
  int count() const;
  /// A sentence for each reason: "3 lines of thunder.swf with no run time are left out: lines 7, 8 and 12". What else
  /// is done with them may be said of one line and of several.
  std::vector<std::string> sentences(const std::string& file, const std::string& one = "is left out",
                                     const std::string& several = "are left out") const;

private:
  struct Lines {
    int count = 0;
    std::vector<int> first;
  };
  std::map<std::string, Lines> by_reason_;
};

} // namespace daruma::batch
