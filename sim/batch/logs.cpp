#include "sim/batch/logs.hpp"

namespace daruma::batch {

const JobLog& Logs::jobs(const std::filesystem::path& path) {
  const auto known = jobs_.find(path);
  return known != jobs_.end() ? known->second : jobs_.emplace(path, read_swf(path)).first->second;
}

const FailureLog& Logs::failures(const std::filesystem::path& path, int system) {
  const std::pair key(path, system);
  const auto known = failures_.find(key);
  return known != failures_.end() ? known->second
                                  : failures_.emplace(key, read_failure_log(path, system)).first->second;
}

} // namespace daruma::batch
