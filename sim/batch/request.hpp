// What a scheduler knows of a job from the moment that it comes.
#pragma once

#include "sim/batch/job.hpp"

#include <cstddef>

namespace daruma::batch {

enum class Priority { normal, urgent };

/// What a job does that loses processors without ending: it keeps the rest, or sees to others by itself.
enum class AfterLoss { keeps_the_rest, finds_others };

struct Request {
  std::size_t job; ///< its number
  int processors;
  Seconds limit; ///< of its run time; never: it is not known
  Priority priority = Priority::normal;
  Flexibility flexibility = Flexibility::rigid;
  int fewest = 1;          ///< unless it is rigid
  double serial_share = 0; ///< of its work
  int helpers = 0;         ///< of its processors, whatever its size: they do not make it faster
  AfterLoss after_loss = AfterLoss::keeps_the_rest;
  Seconds submit{0}; ///< when it first came
  scenario::Account account{};
  int partition = no_partition; ///< by its place among the centre's
  int most = 0;                 ///< that a strategy may give it, if that is more than `processors`
  Seconds eligible{submit};     ///< when it first could have run: after what it depends on

  Requester who() const { return {account.user, partition}; }
};

} // namespace daruma::batch
