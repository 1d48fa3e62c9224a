// How many replicas each point of a sweep gets: a number, or as many as make its means precise.
//
// Whether they are precise is asked after fixed numbers of replicas, whatever else has been made by then: the answer
// does not depend on how many were made at once, nor on where a sweep was interrupted.
#pragma once

#include "sim/results/sweep_file.hpp"
#include "sim/study/replications.hpp"

#include <string>
#include <vector>

namespace daruma::study {

struct SweepRule {
  Precision precision;              ///< `relative` 0: as many replicas as it says
  std::vector<std::string> metrics; ///< whose means are to be precise; none: all but those with brackets in their names
};

/// What the table of a sweep shows, too.
std::vector<std::string> metrics_of_interest(const SweepRule&, const results::SweepFile&);

/// The runs that are wanted next and not in the file, by replica and point, so that early ones say something of all.
std::vector<results::RunKey> missing_runs(const results::SweepFile&, int points, const SweepRule&);

} // namespace daruma::study
