// Which folder may include which, and the includes of a source tree that break it.
//
// The edges are those that each folder declares to the build (USES of daruma_library); an include
// needs an edge of its own, not a chain of them. SimGrid's headers are barred from the folders that
// have to run without a simulator, whatever these declare.
#pragma once

#include <filesystem>
#include <istream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace daruma::architecture {

/// Folder -> folders that it may include, itself among them.
using Edges = std::map<std::string, std::set<std::string>>;

/// Reads lines "target|folder|used target,used target,...". Targets that have no line are no folders of ours.
Edges read_edges(std::istream&);

/// One finished sentence per include that is not allowed, in the order of files and lines. Looks at
/// the folders of `edges` under `root`.
std::vector<std::string> violations(const Edges& edges, const std::filesystem::path& root);

} // namespace daruma::architecture
