// What an exploration found, as a page: the program's source with what became of those who died at each of its calls.
#pragma once

#include "sim/cli/explored.hpp"

#include <string>

namespace daruma::cli {

/// The template as pages::page has it.
std::string to_page(const Explored&, const std::string& page_template);

} // namespace daruma::cli
