// Every program that a scenario can name as its "model", wherever it runs. The systems that offer them are listed in
// systems.def.
#pragma once

#include "models/port/program.hpp"

#include <string_view>
#include <vector>

namespace daruma::models {

const std::vector<Program>& catalogue();

/// Null if there is none of that name.
const Program* find_program(std::string_view name);

} // namespace daruma::models
