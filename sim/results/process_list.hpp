// Processes of a job as people read them.
#pragma once

#include <set>
#include <string>

namespace daruma::results {

/// "processes 0-7, 9", or how many they are where the list would be long; nothing for none of them, which is -1.
std::string processes(const std::set<int>& numbers);

} // namespace daruma::results
