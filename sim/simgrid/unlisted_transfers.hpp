// SimGrid 3.32 enters every transfer that its kernel starts into one list and searches all of it when one ends: with
// thousands under way that is nearly all it does. Whoever links this has them not entered; who started a transfer keeps
// it, and cancels it when a node goes off. 3.34 and later have no such list.
#pragma once

namespace daruma::simgrid_api {

/// Whether transfers that were started so far have been entered all the same.
bool are_transfers_listed();

} // namespace daruma::simgrid_api
