// What a log of failures says of how nodes fail: how long they last and are repaired, whether failures come one after
// the other as by chance, and how many nodes fail at once.
//
// A node is taken for new when the log begins and after each repair. A failure of a node that is still down belongs to
// the same outage.
#pragma once

#include "sim/batch/failure_log.hpp"
#include "sim/batch/law_fit.hpp"

#include <map>
#include <vector>

namespace daruma::batch {

struct NodeLives {
  Lifetimes up;
  Lifetimes repairs; ///< those that ended, each for itself
  int overlaps = 0;  ///< failures of nodes that were down
};

NodeLives lives_of(const FailureLog&);

/// How times between one failure of the system and the next hang together, so many failures apart, from -1 to 1: about
/// 0 where each is by chance. There are more times than `lag`, and not all are the same.
double autocorrelation(const std::vector<double>& times, int lag);
/// Between one failure and the next, of whatever node, s.
std::vector<double> times_between(const FailureLog&);

/// How often so many nodes failed within a time of the first of them.
std::map<int, int> nodes_at_once(const FailureLog&, Seconds within);

/// Variance over mean of the number of failures in each whole day; 1 where each comes by chance. 0 of less than two.
double dispersion_by_day(const FailureLog&);

} // namespace daruma::batch
