// When jobs start: at once when they come, or, in a scenario with a manager, when the batch scheduler says so, which
// may have others give ranks up or end for them.
#pragma once

#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/queued_jobs.hpp"

#include <functional>
#include <optional>
#include <string>

namespace daruma::run {

class ManagedStarts {
public:
  using Start = std::function<void(JobLife&)>;

  ManagedStarts(JobController& controller, Driver& driver, const Models& models, Start start);

  bool has_queue() const { return queue_.has_value(); }
  /// Its time has come: it starts, or waits until it may.
  void submit(JobLife&);
  /// The same of one that has run.
  void submit_again(JobLife&);
  /// A running job has no processes any more.
  void emptied(const JobLife&);
  /// Something has changed: the scheduler decides anew, once for all that changes at this instant.
  void reconsider();

private:
  void decide();
  void carry_out(const batch::Decision&);
  void reject(JobLife&);
  void evict(JobLife&, const std::string& whom);

  JobController& controller_;
  Driver& driver_;
  Start start_;
  std::optional<QueuedJobs> queue_;
  bool decides_ = false; ///< it is to decide at this instant
};

} // namespace daruma::run
