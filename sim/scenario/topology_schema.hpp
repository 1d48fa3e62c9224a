// What the scenario schema says of topologies, made from their descriptors (platforms/topology).
#pragma once

#include <string>

namespace daruma::scenario {

/// The schema's text with its definitions of topologies made anew; as it is if it has none.
std::string with_topologies(std::string schema);

} // namespace daruma::scenario
