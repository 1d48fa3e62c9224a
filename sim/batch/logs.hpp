// A centre's logs, each read once, however many runs need it: also by processes that are forked later.
#pragma once

#include "sim/batch/failure_log.hpp"
#include "sim/batch/swf.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

namespace daruma::batch {

/// What a log of failures is read from: the file, LANL's system and the nodes of a table.
using FailureLogKey = std::tuple<std::filesystem::path, std::optional<int>, int>;

class Logs {
public:
  /// Both read a log once and throw LogError.
  std::shared_ptr<const JobLog> jobs(const std::filesystem::path&);
  std::shared_ptr<const FailureLog> failures(const scenario::FailureLog&);

private:
  std::map<std::filesystem::path, std::shared_ptr<const JobLog>> jobs_;
  std::map<FailureLogKey, std::shared_ptr<const FailureLog>> failures_;
};

} // namespace daruma::batch
