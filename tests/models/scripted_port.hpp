// A port for tests of what a model does without MPI: it answers what the test put into it.
#pragma once

#include "models/port/port.hpp"

#include <map>
#include <string>

namespace daruma::models {

/// Arguments that the calling test gives its program.
std::map<std::string, std::string>& scripted_arguments();

} // namespace daruma::models
