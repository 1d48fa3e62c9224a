// Names of nodes as Slurm writes them in one text: "cn[001-128,200],login1", "r[1-2]n[01-10]".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::batch {

/// Each name, in the order of the text; nothing if it is no such list, or one of more than a million names.
std::optional<std::vector<std::string>> expand_host_list(std::string_view);

/// Such a list of these names, in their order, as short as ranges of their last numbers make it.
std::string host_list_of(const std::vector<std::string>& names);

} // namespace daruma::batch
