// Moments and steps for tests.
#pragma once

#include "sim/explore/plan.hpp"

#include <string>

namespace daruma::explore::test {

using Part = scenario::CallMoment::Part;

inline scenario::CallMoment moment(int process, const std::string& call, int occurrence = 1, Part part = Part::before,
                                   int nth = 1) {
  return {"j", process, call, occurrence, part, nth};
}

/// At line `line` of the program p.
inline Step step(const scenario::CallMoment& moment, double at_s, double lasts_s, int line = 1) {
  return {moment, Seconds(at_s), Seconds(lasts_s), moment.process / 2, {{"p", line}, moment.call, "", 0, moment.part}};
}

} // namespace daruma::explore::test
