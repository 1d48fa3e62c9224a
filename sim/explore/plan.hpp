// Which cases are worth their time, and in which order.
//
// What nobody has seen yet comes first: one case for each site and each way to die there, then a second for each, the
// last ones of a run before the middle ones, and so on. All functions are pure.
#pragma once

#include "sim/explore/case.hpp"
#include "sim/explore/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace daruma::explore {

/// Processes and nodes that no case befalls, and the time before which none does.
struct Sanctuary {
  std::set<int> processes;
  std::set<int> nodes;
  Seconds from{0};
};

/// With the nodes on which the promise's immortal processes have been.
Sanctuary sanctuary_of(const scenario::Exploration&, const std::vector<Step>&);

/// Those at which that may befall its victim.
std::vector<Step> outside_of(const Sanctuary&, const std::vector<Step>&, Victim);

/// What may befall that victim in the step, late messages aside, of which overtaking.hpp says more: at the moment
/// itself, and where it lasts, half way to the next; of messages and pieces of memory each of the first hundred that
/// there are in the step, of arrays each, and of messages and arrays so many bits.
std::vector<Fault> faults_at(const Step&, Victim, const Choice&);

/// A case, and what it is a case of.
struct Candidate {
  Case faults;
  Site site;     ///< of the last fault
  bool is_later; ///< that is not at the moment itself
  Site before{}; ///< of the fault before the last one; that of no place where there is none
};

/// After the faults of `prefix`, whose last one is of the site `before`, one more at each of the steps. News is late
/// from the beginning or not at all, as it makes no difference before somebody dies. A moment has one fault of a case.
std::vector<Candidate> candidates(const Case& prefix, const Site& before, const std::vector<Step>&, Victim,
                                  const Choice& = {});

/// In the order in which they are to be tried: equal kinds take turns. Of one kind the first comes first, then the
/// last, then those in between, halving what is left.
std::vector<Candidate> by_novelty(std::vector<Candidate>);

/// So many, drawn at random; all in random order if there are not more.
std::vector<Candidate> drawn(std::vector<Candidate>, std::size_t count, std::uint64_t seed);

} // namespace daruma::explore
