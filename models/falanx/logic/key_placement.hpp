// Where a value of the data store lives: the key's hash names a node on a ring, its primary, and the next one holds the
// copy (paper, section 2.2). A dead node's place is taken by the next on the ring that lives. Pure.
#pragma once

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// The node that a key belongs to while all live, 0 to `nodes` - 1: FNV-1a (Fowler, Noll, Vo), 64 bit.
int primary_node(std::string_view key, int nodes);

/// Who holds what belongs to `primary`: the first two that live from there on; fewer if there are no more.
std::vector<int> holders(int primary, int nodes, const std::set<int>& dead);

/// To which node the holder `me` has to copy what belongs to `primary`, now that `lost` is dead as well; nothing if the
/// copies are where they have to be, if another one copies, or if there is nobody left.
std::optional<int> copy_due(int primary, int nodes, const std::set<int>& dead, int lost, int me);

/// Whether a value may have been lost that `answering`, the first that lives, does not know: both that held it at first
/// are dead.
bool may_be_lost(int primary, int nodes, int answering);

} // namespace daruma::models::falanx
