// What the highly available scheduler keeps where in the tree store (paper, Fig. 7), and which task comes next. Pure.
//
// /falanx/tasks/<task>/{status,inputkey,func,outputkey}, /falanx/tasks/{initial,running,done}/<task>,
// /falanx/starterlist/<rank>. Besides what the paper has: /falanx/closed/<submitter>, /falanx/turn for the ordered
// hand-off, and buckets below initial.
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "sim/core/tree_change.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

namespace ha {
inline const std::string root = "/falanx";
inline const std::string tasks = "/falanx/tasks";
inline const std::string initial = "/falanx/tasks/initial";
inline const std::string running = "/falanx/tasks/running";
inline const std::string done = "/falanx/tasks/done";
inline const std::string starters = "/falanx/starterlist";
inline const std::string closed = "/falanx/closed";
inline const std::string turn = "/falanx/turn";

std::string task(std::string_view name);
std::string status(std::string_view name);
std::string input_key(std::string_view name);
std::string function(std::string_view name);
std::string output_key(std::string_view name);
std::string starter(int rank);
/// The path of a folder that the submitter makes; `index` is from 0 to folder_count - 1.
const std::string& folder(int index);
std::string below(const std::string& folder, std::string_view name);
} // namespace ha

/// task_<priority>_<order>, so written that names in the order of their bytes are tasks in the order of their turn.
std::string name_of(const TaskId& id);
/// The task that has this name.
TaskId task_of(std::string_view name);
std::int64_t order_of(std::string_view name);

std::string_view to_text(Status status);
/// The status whose text to_text gave.
Status status_of(std::string_view text);

/// A task's bucket, as its priority and number: `bucket_size` tasks of one priority that follow one another in
/// submission.
TaskId bucket_of(const TaskId& id);
/// task_of reads a bucket from it, too.
std::string name_of_bucket(const TaskId& bucket);

/// A ticket's node: <rank>-<number>.
std::string name_of_ticket(const Ticket& ticket);
Ticket ticket_of(std::string_view name);

/// How many of `waiting` tasks one of `starters` takes together: half of its part, at least one, at most `most`. So
/// that what is left at the end is shared (guided self-scheduling; Polychronopoulos, Kuck 1987, with half the part).
std::size_t batch_of(std::size_t waiting, int starters, std::size_t most);

/// Whose turn it is: of the queue's tickets the last before `mine`. No ticket: it is ours.
Ticket before_in_queue(const std::vector<std::string_view>& queue, const Ticket& mine);

// --- What the requests of the highly available scheduler write to the tree store (paper, Fig. 7). Pure.

/// The entry of a task that waits.
std::string entry_path(Cure cure, const TaskId& task);

/// What a request of rank `me` that writes changes in the store, in one commit.
std::vector<Change> changes_of(const HaRequest& request, Cure cure, int me);

} // namespace daruma::models::falanx
