// What a job's run time may be, as EASY++ has it (Tsafrir, Etsion, Feitelson, IEEE TPDS 18(6), 2007): the average of
// the last two runs of its user that ended, but no more than its limit, which also stands for who has no such run.
//
// A job that goes on beyond what was expected is given 1 min more, then 5, 15 and 30 min, 1, 2, 5, 10, 20, 50 and 100
// h, each time that this has gone by, but no more than its limit.
#pragma once

#include "sim/core/units.hpp"

#include <array>
#include <map>

namespace daruma::batch {

class Predictions {
public:
  void ended(int user, Seconds run);
  Seconds of(int user, Seconds limit) const;

private:
  struct Last {
    std::array<Seconds, 2> runs{};
    int count = 0; ///< of runs
  };
  std::map<int, Last> users_;
};

/// What a run is given more that has already been given more so many times.
Seconds extension(int times);

} // namespace daruma::batch
