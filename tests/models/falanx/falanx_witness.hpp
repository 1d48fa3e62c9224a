// A bag of tasks in which everybody says what he does, and what must not be said of one.
//
// Workers say which task they begin and end, the main logic what it submits and what it is told. So each loss is known
// from those who worked and died, not from the scheduler that has to report it.
#pragma once

#include "models/falanx/logic/roles.hpp"
#include "models/port/program.hpp"
#include "sim/results/records.hpp"

namespace daruma::models {

/// Takes the arguments of falanx-sleep.
Program falanx_witness();

struct Circumstances {
  falanx::Roles roles;
  int tasks = 0;
  bool drops = false;         ///< what is lost is not submitted again
  bool may_lose_data = false; ///< both copies of a value may die together
  int most_taken = 1;         ///< tasks that a Starter has at once
};

/// The first thing that cannot be true of a run that lost what it reported and nothing else; empty if there is none:
/// - each task that was submitted was reported once, as completed or as failed;
/// - it was begun once at most, and it was ended if it was completed, with the right answer;
/// - what failed had been taken by a Starter whose group lost a rank; no death cost a group two tasks that had begun.
std::string contradiction(const results::Result&, const Circumstances&);

} // namespace daruma::models
