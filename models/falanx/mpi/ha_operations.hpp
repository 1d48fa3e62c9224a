// The requests of the highly available scheduler as operations on the nodes of the tree store, for ranks: each blocks
// until it is answered, and what a lost connection left uncertain is looked up.
#pragma once

#include "models/falanx/logic/ha_submitter.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "models/falanx/mpi/ha_store.hpp"

namespace daruma::models::falanx {

class HaOperations {
public:
  /// The operations of rank `me`.
  HaOperations(const Ranks& ranks, int me, const HaTerms& terms);

  /// From a call's first request until the call is over.
  void perform(HaSide& side, HaRequest first);
  /// Makes what a request writes; whether it was made.
  bool write(const HaRequest& request);

  HaStore& store() { return store_; }

private:
  HaAnswer answer(HaSide& side, const HaRequest& request);
  bool await();
  bool is_made(const HaRequest& request);
  bool is_mine(const TaskId& task);
  bool is_there(const std::string& path, Watch watch = Watch::none);
  std::vector<TaskId> list_waiting(HaSide& side, Watch watch);
  std::vector<TaskId> list_bucket(HaSide& side, const TaskId& bucket);
  void list_queue(const Ticket& mine, HaAnswer& answer);

  HaTerms terms_;
  int me_;
  HaStore store_;
  EndedTasks ended_;
};

} // namespace daruma::models::falanx
