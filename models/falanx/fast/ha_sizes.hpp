// What the highly available scheduler's requests are on the network, by the names and paths of its nodes.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>

namespace daruma::fast::ha_sizes {

/// In a list.
Bytes task_name();
Bytes bucket_name();
Bytes ticket_name();
/// Of a list, of an entry in one or of what a task consists of.
Bytes path();
/// A commit of one write.
Bytes write();
/// A task's nodes and its entry, in one commit.
Bytes submission();
/// The entries of several tasks, in one commit.
Bytes taking(std::size_t tasks);
/// A task moves to done, in one commit.
Bytes ending();

} // namespace daruma::fast::ha_sizes
