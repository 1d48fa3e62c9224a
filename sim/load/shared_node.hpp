// A node whose cores are shared by all that want them, in equal parts at every instant: round robin with a quantum
// of nothing. Nobody gets more than one core.
//
// Exact: between two events (an arrival, a departure) each of n jobs on c cores is served at the rate
// min(1, c/n). The service that one of them has got since the beginning is the node's virtual time; a
// job leaves when virtual time has grown by its work, so that an event costs no more for many jobs
// than for few.
#pragma once

#include "sim/load/arrivals.hpp"

#include <utility>
#include <vector>

namespace daruma::load {

class SharedNode {
public:
  explicit SharedNode(Arrivals arrivals, int cores = 1) : arrivals_(std::move(arrivals)), cores_(cores) {}

  Seconds now() const { return now_; }
  /// Jobs of the background that are here.
  int others() const { return static_cast<int>(leaving_.size()); }
  /// How much longer everything takes with so many on the node.
  double stretch(int sharing) const {
    if (sharing <= cores_) return alone_;
    return alone_ *
           (cores_ == 1 ? sharing : static_cast<double>(sharing) / cores_); // divisions are what takes time here
  }
  /// From now on the cores have that fraction of their speed; if that is 0, nobody comes to an end.
  void slow_down(double fraction) { alone_ = 1 / fraction; }

  /// Lets time pass to `until`, or to the end of the last of the own processes if that is sooner. `remaining` is
  /// what each of them still wants; it falls as they are served.
  void run(Seconds until, std::vector<Seconds>& remaining);
  /// When the first of such processes would come to its end, if no other joined it; `never` if there are none.
  Seconds end_of_first(std::vector<Seconds> remaining) const;
  /// Lets time pass with nobody here but the background.
  void idle(Seconds until);

  /// How many phases, in each of which `own` processes do `work` and wait until `phase` is over, pass before the
  /// background changes. `phase` is long enough for them.
  double phases_without_change(Seconds phase, Seconds work, int own) const;
  /// Lets so many of these pass.
  void skip(double phases, Seconds phase, Seconds work, int own);

  /// Of the jobs that have left: how many, and the sum of their times from arrival to departure.
  struct Departed {
    long count = 0;
    Seconds stayed{0};
  };
  const Departed& departed() const { return departed_; }

private:
  struct Job {
    Seconds leaves; ///< in virtual time
    Seconds came;
  };
  bool step(Seconds until, std::vector<Seconds>& remaining);
  Seconds service_in(Seconds phase, Seconds work, int own) const;
  void serve(Seconds until, int own);
  void arrive();
  void depart();

  Arrivals arrivals_;
  int cores_;
  double alone_ = 1; ///< how much longer everything takes for one who has a core for itself
  Seconds now_{0};
  Seconds virtual_now_{0};
  std::vector<Job> leaving_; ///< the next to leave last
  Departed departed_;
};

} // namespace daruma::load
