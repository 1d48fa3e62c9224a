// A centre's logs, each read once, however many runs need it: also by processes that are forked later.
#pragma once

#include "sim/batch/failure_log.hpp"
#include "sim/batch/swf.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <utility>

namespace daruma::batch {

class Logs {
public:
  /// Both read a log once and throw LogError.
  std::shared_ptr<const JobLog> jobs(const std::filesystem::path&);
  std::shared_ptr<const FailureLog> failures(const std::filesystem::path&, int system);

private:
  std::map<std::filesystem::path, std::shared_ptr<const JobLog>> jobs_;
  std::map<std::pair<std::filesystem::path, int>, std::shared_ptr<const FailureLog>> failures_;
};

} // namespace daruma::batch
