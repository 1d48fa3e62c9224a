// The schedulers that a Falanx job may have, by name, and how each writes and keeps its Starters apart.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// How the highly available scheduler writes, and by what its Starters keep out of each other's way (paper,
/// section 3.2).
///
/// As the paper has it, each write is by itself, and the Starters all want the first task; the cures make what belongs
/// together one commit, and:
/// - buckets: a random task of the first bucket (the paper's proposal). Buckets hold tasks of one priority, and come in
///   the order of their turn: no task of a lower priority is taken while one of a higher waits, within a bucket any.
/// - ordered: Starters queue up, and only the first of the queue takes (the paper's other idea). Exactly in order.
/// - batch: a Starter takes several at once and performs them one after the other. The next is taken in order; what was
///   taken already is not put back for a higher priority that comes later, and is lost with its Starter.
enum class Writes { one_by_one, together };
enum class Cure { none, buckets, ordered, batch };

inline constexpr int bucket_size = 100;
inline constexpr std::size_t largest_batch = 8;

struct HaTerms {
  Writes writes = Writes::together;
  Cure cure = Cure::none;
};

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
