#include "sim/batch/logs.hpp"

namespace daruma::batch {

std::shared_ptr<const JobLog> Logs::jobs(const std::filesystem::path& path) {
  auto& known = jobs_[path];
  if (!known) known = std::make_shared<const JobLog>(read_swf(path));
  return known;
}

std::shared_ptr<const FailureLog> Logs::failures(const scenario::FailureLog& log,
                                                 const std::vector<std::string>& names) {
  auto& known = failures_[{log.file, log.system, log.nodes, names}];
  if (!known) known = std::make_shared<const FailureLog>(read_failure_log(log, names));
  return known;
}

} // namespace daruma::batch
