// When jobs start: at once when they come, or when the scenario's manager says so, which may have others give ranks up
// or end for them.
#pragma once

#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/manager.hpp"

#include <functional>
#include <optional>
#include <string>

namespace daruma::run {

class ManagedStarts {
public:
  using Start = std::function<void(JobLife&)>;

  ManagedStarts(JobController& controller, Driver& driver, Start start);

  bool has_manager() const { return manager_.has_value(); }
  /// Its time has come: it starts, or waits until it may.
  void submit(JobLife&);
  /// The same of one that has run.
  void submit_again(JobLife&);
  /// A running job has no processes any more.
  void emptied(const JobLife&);
  /// Something has changed: the manager decides anew, once for all that changes at this instant.
  void reconsider();

private:
  void carry_out(const Manager::Move&);
  void evict(JobLife&, const std::string& whom);

  JobController& controller_;
  Driver& driver_;
  Start start_;
  std::optional<Manager> manager_;
  bool decides_ = false; ///< it is to decide at this instant
};

} // namespace daruma::run
