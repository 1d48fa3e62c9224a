// Which moments the processes of a run have come to, and at which places of their programs.
#pragma once

#include "sim/core/units.hpp"
#include "sim/explore/case.hpp"
#include "sim/hosting/source_lines.hpp"
#include "sim/run/simulated/call_moments.hpp"
#include "sim/scenario/call_moment.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace daruma::explore {

/// A kind of moments: the same call at the same place of the program, by processes with the same part in it.
struct Site {
  hosting::ProgramPlace place; ///< of the call; without a file where a model makes it
  std::string call;
  std::string role;  ///< "root", "leaf", "member"; of messages "sender", "receiver", "neighbour"; else empty
  int processes = 0; ///< of the communicator, where the call is a collective one; else 0
  scenario::CallMoment::Part part = scenario::CallMoment::Part::before;
};

inline bool operator<(const Site& a, const Site& b) {
  return std::tie(a.place, a.call, a.role, a.processes, a.part) <
         std::tie(b.place, b.call, b.role, b.processes, b.part);
}

/// What a call's name says of who makes it; empty if nothing.
std::string role_of(const std::string& call);

/// What of a process a fault can befall beside itself.
struct Exposed {
  /// A message of its program's own.
  struct Sent {
    int to;
    Seconds at; ///< at which it comes to that one's notice
  };
  std::vector<std::uint64_t> messages{};         ///< with data that it sends: how many bytes
  std::uint64_t pieces = 0;                      ///< of memory that its program asks for
  std::map<std::string, std::uint64_t> arrays{}; ///< that it has named: how many bytes
  std::vector<Sent> sent{};                      ///< in order
  bool takes_any = false;                        ///< receives from whoever sends first
};

struct Step {
  scenario::CallMoment moment;
  Seconds at{0};
  Seconds lasts{0}; ///< until the process comes to its next moment
  int node = 0;
  Site site;
  Exposed exposed{}; ///< until the process comes to its next moment
};

/// A process has come to a moment.
struct Came {
  Seconds at;
  int node;
  Exposed exposed; ///< since its last moment; pieces since it began
};

/// Writes down what a run's Intervention is told.
class Recorder {
public:
  /// All steps, or those that show something that no earlier one has shown, of anybody or of the same process.
  enum class Keeps { all, first_of_each_site, first_of_each_process, nothing };

  explicit Recorder(Keeps keeps = Keeps::all) : keeps_(keeps) {}

  void begin(const scenario::CallMoment&, const Came&, const hosting::ProgramPlace&);
  void take_part(const scenario::CallMoment& call, const run::Membership&);
  void leave(const run::LeftBehind& left) {
    most_left_.communicators = std::max(most_left_.communicators, left.communicators);
    most_left_.requests = std::max(most_left_.requests, left.requests);
  }

  /// In the order in which the calls were over; afterwards nothing is recorded.
  const std::vector<Step>& steps();
  /// The most that a process has left behind in MPI_Finalize.
  const run::LeftBehind& left_behind() const { return most_left_; }

private:
  /// The call that a process is in, or has left last, and the moments of it.
  struct Open {
    std::vector<Step> steps{};
    std::uint64_t pieces = 0; ///< when the last of them began
    bool has_part = false;
    std::string role{};
    int processes = 0;
  };
  void close(Open&);

  Keeps keeps_;
  std::vector<Step> steps_;
  std::set<std::pair<Site, int>> seen_; ///< of the steps, where only the first of each are kept, with their processes
  std::map<std::pair<std::string, int>, Open> open_; ///< by job and process
  run::LeftBehind most_left_;
};

std::string write_step(const Step&);
Step read_step(const std::string& line);

} // namespace daruma::explore
