// What is taken down of a real run. Rows come in as the logs are read, and are put in order of time at the end.
#pragma once

#include "sim/records/records.hpp"

#include <map>
#include <string>
#include <vector>

namespace daruma::real {

class Minutes {
public:
  void event(Seconds time, std::string kind, std::string job, int process, std::string text);
  void span(Seconds begin, Seconds end, std::string kind, std::string job, int process, std::string text);
  /// The last value that the lowest process number reported counts.
  void metric(const std::string& name, int process, double value);

  void hand_over(records::Result& result) const;

private:
  struct Reported {
    int process;
    double value;
  };
  std::vector<records::Event> events_;
  std::vector<records::Span> spans_;
  std::map<std::string, Reported> metrics_;
};

} // namespace daruma::real
