// Whether two combinations of a sweep differ, replica by replica: replicas with the same number share their draws, so
// that what is common to both falls out of their difference.
//
// By Student's t of the differences; where these are all the same, by the sign test, as a spread of 0 tells nothing of
// chance. With several comparisons the doubt allowed is shared among them (Bonferroni).
#pragma once

#include <map>

namespace daruma::study {

struct Confidence {
  double doubt = 0.05; ///< allowed for all comparisons together
  int comparisons = 1;
};

struct Difference {
  int pairs = 0;
  double mean = 0;            ///< of b - a
  double half_width = 0;      ///< of its interval; 0 where all differences are the same
  bool is_told_apart = false; ///< beyond that doubt it is not 0
};

/// Values by replica; those that only one of them has do not count. Nothing is told apart by fewer than two pairs.
Difference paired_difference(const std::map<int, double>& a, const std::map<int, double>& b, Confidence);

} // namespace daruma::study
