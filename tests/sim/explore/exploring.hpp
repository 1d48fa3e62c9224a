// Compiles a small program and lets it be explored, as a user would.
#pragma once

#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>

#include <string>

namespace daruma::explore {

struct Subject {
  std::string source;  ///< what the compiler is told of it: flags, and the file
  std::string promise; ///< the members of the scenario's "explore"
  int ranks = 3;
  std::string machine = R"({"use": "laptop", "cores": 64})";
  std::string runtime = "openmpi-5.0-ulfm";
};

/// One of programs/, compiled with these flags.
inline std::string program(const std::string& name, const std::string& flags = "") {
  return fmt::format("{} '{}/tests/sim/explore/programs/{}.c'", flags, DARUMA_SOURCE_DIR, name);
}

/// What explore says with these words, or the compiler if it complains. The scenario is p.json in the bench's folder.
inline hosting::test::Answer explore(const hosting::test::Workbench& bench, const Subject& subject,
                                     const std::string& words) {
  const auto compiled = bench.call(fmt::format("cc -g -Wall -Wextra -Werror {} -o p.so", subject.source));
  if (compiled.status != 0) return compiled;
  bench.write("p.json", fmt::format(R"({{"name": "p", "machine": {}, "runtime": "{}",
      "jobs": [{{"name": "p", "program": "p.so", "ranks": {}}}], "explore": {{{}}}}})",
                                    subject.machine, subject.runtime, subject.ranks, subject.promise));
  return bench.call("explore p.json --out out " + words);
}

} // namespace daruma::explore
