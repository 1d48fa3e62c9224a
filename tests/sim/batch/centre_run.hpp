// A centre's first replica, without tables.
#pragma once

#include "sim/batch/fast_centre.hpp"
#include "sim/batch/logs.hpp"
#include "sim/results/records.hpp"

namespace daruma::batch::test {

inline results::Result result_of(const scenario::Scenario& scenario) {
  Logs logs;
  results::Result result;
  FastCentre(scenario, "s.json", logs).run(0, result);
  return result;
}

} // namespace daruma::batch::test
