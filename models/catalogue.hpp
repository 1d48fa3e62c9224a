// Every program that a scenario can name as its "model".
#pragma once

#include "models/port/program.hpp"

#include <vector>

namespace daruma::models {

const std::vector<Program>& catalogue();

} // namespace daruma::models
