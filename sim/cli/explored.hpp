// What an exploration found, as text, as JSON and as JUnit's XML.
#pragma once

#include "sim/core/units.hpp"
#include "sim/explore/failing.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

/// A way to go wrong, the scenario file that shows it in one plain run, and the page of that.
struct Reproduction {
  explore::Failing failing;
  std::filesystem::path file;
  std::filesystem::path time_line{}; ///< empty: there is none
};

struct Explored {
  std::string file;
  std::string name;
  int faults = 1; ///< in a case, at most
  std::vector<explore::Victim> victims;
  bool is_sample = false;
  const explore::Recorded& reference;
  const std::vector<explore::Tried>& tried;
  std::size_t possible;
  std::vector<Reproduction> failing;
};

/// What faults are called: "death" where there are no others.
std::string noun_of_faults(const Explored&);

/// "process 0 dies before MPI_Bcast (1st), of 2 ranks".
std::string shortest_way(const explore::Failing&);

/// Cases at one call of the program, by what became of them.
struct CallSummary {
  std::string place; ///< "ring.c:12"; empty for a model's
  std::string call;
  std::size_t moments = 0; ///< that the run without faults has there
  std::size_t cases = 0;   ///< of which the last fault came there
  std::size_t kept = 0;
  std::vector<std::size_t> broken; ///< numbers of those that broke the promise

  /// No run without faults makes it there.
  bool is_of_recoveries() const { return moments == 0; }
};

/// The way in which that case goes wrong; null if it does not.
const Reproduction* way_of(std::size_t number, const std::vector<Reproduction>& failing);

/// In the order of places.
std::vector<CallSummary> by_call(const std::vector<explore::Step>& steps, const std::vector<explore::Tried>& tried);

using daruma::to_text; // of times, which the next would hide

std::string to_text(const Explored&, int width);
std::string to_json(const Explored&);
std::string to_junit(const Explored&);

} // namespace daruma::cli
