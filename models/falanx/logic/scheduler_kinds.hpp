// The schedulers that a Falanx job may have, by name.
#pragma once

#include "models/falanx/logic/ha_terms.hpp"
#include "sim/core/units.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// What serving takes, beside what the messages take; none by default.
struct ServiceTimes {
  Seconds server{0};    ///< a request to the task queue server
  Seconds data_node{0}; ///< a request to a node of the data store
};

struct SchedulerKind {
  std::string_view name;
  /// How many ranks it needs for itself.
  int servers;
  std::optional<HaTerms> on_tree_store{}; ///< of one that keeps its tasks there
};

const std::vector<SchedulerKind>& schedulers();
/// Null if there is none of that name.
const SchedulerKind* find_scheduler(std::string_view name);

} // namespace daruma::models::falanx
