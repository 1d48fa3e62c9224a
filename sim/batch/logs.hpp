// A centre's logs, each read once, however many runs need it: also by processes that are forked later.
#pragma once

#include "sim/batch/failure_log.hpp"
#include "sim/batch/swf.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace daruma::batch {

/// What a log of failures is read from: the file, LANL's system, the nodes of a table and their names.
using FailureLogKey = std::tuple<std::filesystem::path, std::optional<int>, int, std::vector<std::string>>;

class Logs {
public:
  /// Both read a log once and throw LogError.
  std::shared_ptr<const JobLog> jobs(const std::filesystem::path&);
  std::shared_ptr<const FailureLog> failures(const scenario::FailureLog&, const std::vector<std::string>& names);

private:
  std::map<std::filesystem::path, std::shared_ptr<const JobLog>> jobs_;
  std::map<FailureLogKey, std::shared_ptr<const FailureLog>> failures_;
};

} // namespace daruma::batch
