// How much of a machine each user has used lately, as Slurm's fair share counts it ("Classic Fairshare Algorithm" in
// its documentation): time of one processor each, of which half is forgotten after each half-life.
//
// All users that have come have the same share. Usage is counted to the moment, where Slurm counts every five minutes.
#pragma once

#include "sim/core/units.hpp"

#include <map>

namespace daruma::batch {

class FairShares {
public:
  explicit FairShares(Seconds half_life) : half_life_(half_life) {}

  void come(int user);
  /// The user has so many processors more from now on, or fewer if negative.
  void change(int user, int processors, Seconds now);
  /// 1 for a user who has used nothing, 0.5 for one who has used its share, 2^(-usage / share) for all.
  double factor(int user, Seconds now) const;

private:
  struct Usage {
    double used = 0; ///< at `counted`, in seconds of a processor
    int processors = 0;
    Seconds counted{0};
  };
  double used(const Usage&, Seconds now) const;
  void count(Usage&, int processors, Seconds now) const;

  Seconds half_life_;
  std::map<int, Usage> users_{};
  Usage all_{};
  mutable std::map<int, double> factors_{}; ///< that were asked for at `asked_`, since nothing has changed
  mutable Seconds asked_{0};
};

} // namespace daruma::batch
