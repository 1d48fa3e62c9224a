// The calls of <daruma.h> but for their C: what a user's program tells, checked and handed to its port; the same in
// simulation and on a real MPI.
#pragma once

#include "models/port/port.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace daruma::models {

/// What <daruma.h> names DARUMA_OK and so on.
namespace answers {
constexpr int ok = 0;
constexpr int invalid = -1;
constexpr int nothing = -2;
constexpr int too_small = -3;
constexpr int no_partner = -4;
constexpr int no_room = -5;
} // namespace answers

/// Why a program may not give a number of its result that name, or a phase; a finished sentence, empty if it may.
std::string objection_to_metric(const std::string& name);
std::string objection_to_phase(const std::string& name);

/// Of one process.
class ProgramCalls {
public:
  /// Told what is wrong with an argument.
  using Complain = std::function<void(const std::string& line)>;
  ProgramCalls(Port& port, Complain complain) : port_(port), complain_(std::move(complain)) {}

  int metric(const char* name, double value);
  int begin_phase(const char* name);
  int end_phase(const char* name);
  /// A name of an array: whether it may be one.
  int array(const char* name) const;
  int checkpoint(int owner, std::int64_t version, const void* state, std::size_t size, int place, int partner);
  std::int64_t newest(int owner, std::int64_t at_most);
  std::int64_t restore(int owner, std::int64_t version, void* state, std::size_t room);

private:
  int refuse(const std::string& why) const;

  Port& port_;
  Complain complain_;
  std::vector<std::string> phases_; ///< that are open, the innermost last
};

} // namespace daruma::models
