// Laws of the time to a failure, fitted by maximum likelihood to times of which some are only known to be longer
// (right-censored: nothing had failed yet when the log ended), as in Lawless, "Statistical models and methods for
// lifetime data" (2003).
//
// How well a law fits is the largest distance between its distribution and that of the times (Kaplan and Meier's
// estimate). How often a law is that far from its own draws, fitted anew each time, is its p-value (Stute,
// Gonzalez Manteiga and Presedo Quindimil, "Bootstrap based goodness-of-fit tests", 1993): tables for laws known
// beforehand would call every fitted law good.
#pragma once

#include "sim/core/failure_law.hpp"

#include <cstdint>
#include <vector>

namespace daruma::batch {

struct Lifetimes {
  std::vector<double> complete; ///< s, above 0, ascending
  std::vector<double> open;     ///< s, above 0, ascending: they lasted longer
  /// For how long each of what fails was watched while it was up, s. None: each time stands for itself, none is open.
  std::vector<double> watched;
};

struct FittedLaw {
  const FailureLaw* law = nullptr;
  double shape = 1; ///< as the law has it
  Seconds mean{0};
  double log_likelihood = 0;
  double aic = 0; ///< Akaike's criterion: less is better
};

/// There are at least two complete times, and not all are the same.
FittedLaw fit_law(const FailureLaw&, const Lifetimes&);
/// Every law that scenarios know, the one of least AIC first.
std::vector<FittedLaw> fit_laws(const Lifetimes&);

/// Part of what fails in less than that time, by the law; 0 at 0.
double part_below(const FittedLaw&, Seconds);
/// What part was over before a time, and is with it.
struct Over {
  Seconds time;
  double before;
  double with;
};
/// At each complete time, ascending, by Kaplan and Meier's estimate.
std::vector<Over> parts_over(const Lifetimes&);
/// The largest distance between the law's distribution and that of the times, from 0 to 1.
double distance(const FittedLaw&, const Lifetimes&);
/// Part of so many samples drawn of the law that are as far from what is fitted to them, itself counted.
double p_value(const FittedLaw&, const Lifetimes&, int resamples, std::uint64_t seed);

} // namespace daruma::batch
