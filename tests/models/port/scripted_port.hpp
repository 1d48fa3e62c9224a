// A port for tests of what a model does without MPI: it answers what the test put into it.
#pragma once

#include "models/port/port.hpp"

#include <functional>
#include <map>
#include <string>

namespace daruma::models {

/// Arguments that the calling test gives its program.
std::map<std::string, std::string>& scripted_arguments();
/// Opens sessions of the tree store. Where there is one, it is always the same time.
std::function<std::unique_ptr<TreeSession>()>& scripted_tree();

} // namespace daruma::models
