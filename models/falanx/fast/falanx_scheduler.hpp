// A scheduler of Falanx without ranks: what models/falanx/logic/scheduler.hpp has as calls that block is called back
// here.
#pragma once

#include "models/falanx/fast/falanx.hpp"
#include "models/falanx/fast/falanx_placement.hpp"
#include "models/falanx/logic/scheduler.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace daruma::fast {

class FalanxScheduler {
public:
  using TaskId = models::falanx::TaskId;
  using Action = EventQueue::Action;
  using Taken = std::function<void(std::optional<TaskId>)>;

  virtual ~FalanxScheduler() = default;
  /// The submitter's side begins, a Starter's side begins.
  virtual void open(Action then) = 0;
  virtual void enlist(int worker, Action then) = 0;

  virtual void submit(int priority, Action then) = 0;
  /// A task that has ended and that was not named before; there is one that will.
  virtual void wait_any(std::function<void(TaskId)> then) = 0;
  virtual void result(const TaskId&, Action then) = 0;
  virtual void close(Action then) = 0;

  /// Workers are numbered from 0.
  virtual void take(int worker, Taken then) = 0;
  virtual void complete(int worker, const TaskId&, Action then) = 0;

  virtual int lost_races() const { return 0; }
};

std::unique_ptr<FalanxScheduler> make_fast_queue(const FalanxCase&, FalanxPlacement&);
std::unique_ptr<FalanxScheduler> make_fast_ha(const FalanxCase&, FalanxPlacement&);

} // namespace daruma::fast
