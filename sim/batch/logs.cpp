#include "sim/batch/logs.hpp"

namespace daruma::batch {

std::shared_ptr<const JobLog> Logs::jobs(const std::filesystem::path& path) {
  auto& known = jobs_[path];
  if (!known) known = std::make_shared<const JobLog>(read_swf(path));
  return known;
}

std::shared_ptr<const FailureLog> Logs::failures(const std::filesystem::path& path, int system) {
  auto& known = failures_[{path, system}];
  if (!known) known = std::make_shared<const FailureLog>(read_failure_log(path, system));
  return known;
}

} // namespace daruma::batch
