// Workers of a bag of tasks that rest by order, so that others may have their cores.
//
// "N" in the job's command file: the job goes on with N ranks. As many groups rest as that takes, but one, which goes
// on in any case. The main logic reads orders when a task ends. It submits a task to rest for each group, before all
// that wait; a group that gets one lends its cores out until a key in the data store, which it looks for once a second,
// says that its rest is over. Who rests is whoever has time first. With a scheduler whose Starters take several tasks
// at once nobody rests: what a Starter holds would have to wait with it.
#pragma once

#include "models/falanx/include/falanx.h"
#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"

#include <map>
#include <set>
#include <string>

namespace daruma::models::falanx {

class IdleWorkers {
public:
  /// Every rank calls it before falanx_start: registers the functions by which workers rest.
  static void enlist(falanx_context_t* con);

  /// Constructed by the main logic alone.
  IdleWorkers(falanx_context_t* con, const Roles& roles, const SchedulerKind& scheduler);

  /// Reads an order, if there is one.
  void obey();
  /// Whether the task that has ended was one of its own.
  bool ended(const falanx_id_t& id);
  /// There is nothing left to do but to rest.
  void wake_all();

private:
  void settle(int groups);
  void begin();
  void wake(const std::string& key) const;

  falanx_context_t* con_;
  const Roles& roles_;
  const SchedulerKind& scheduler_;
  int begun_ = 0;
  std::set<long long> tasks_;                ///< of its own that have not ended, by order of submission
  std::map<long long, std::string> resting_; ///< the keys of those that are to go on
};

} // namespace daruma::models::falanx
