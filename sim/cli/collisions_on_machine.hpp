// Messages of one exchange on the links of a machine of any topology: how many share a link, and which.
#pragma once

#include "sim/cli/collisions_order.hpp"

#include <string>

namespace daruma::cli {

/// What the command shows, as text or JSON.
std::string collisions_on_machine(const MachineOrder&);

} // namespace daruma::cli
