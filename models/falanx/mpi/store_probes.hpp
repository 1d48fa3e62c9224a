// Programs that measure the tree store as Falanx uses it: store-operations and store-take.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::falanx {

const std::vector<Program>& store_probes();

} // namespace daruma::models::falanx
