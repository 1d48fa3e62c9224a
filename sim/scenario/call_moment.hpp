// A moment in the life of a process, said by its calls of MPI: the same in each run that was the same until then.
#pragma once

#include "sim/core/words.hpp"

#include <string>
#include <tuple>

namespace daruma::scenario {

struct CallMoment {
  enum class Part {
    before, ///< the process is about to make the call
    inside, ///< the call gives up the processor, for the `nth` time
    after   ///< the call is over, and the process computes, waits or reads and writes, for the `nth` time since
  };

  std::string job;
  int process = 0; ///< its number in the job, of those that were spawned as well
  std::string call;
  int occurrence = 1; ///< of the calls of that name that the process has made
  Part part = Part::before;
  int nth = 1; ///< of `before` always 1
};

inline const Choices<CallMoment::Part> parts_of_calls{
    {"before", CallMoment::Part::before}, {"inside", CallMoment::Part::inside}, {"after", CallMoment::Part::after}};

/// "1st", "2nd", "11th".
std::string ordinal(int number);

/// "inside MPI_Allreduce (2nd)".
std::string in_words(const CallMoment&);

inline auto as_tuple(const CallMoment& moment) {
  return std::tie(moment.job, moment.process, moment.call, moment.occurrence, moment.part, moment.nth);
}
inline bool operator==(const CallMoment& a, const CallMoment& b) { return as_tuple(a) == as_tuple(b); }
inline bool operator<(const CallMoment& a, const CallMoment& b) { return as_tuple(a) < as_tuple(b); }

} // namespace daruma::scenario
