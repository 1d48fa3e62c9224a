// All that the simulator knows of a system that scenarios can name programs of.
//
// A system's programs are known wherever they run (models/port/program.hpp). What only a simulator has use for is added
// here: how a program runs without ranks, and what a report can draw of it. Each system's folder has one descriptor of
// this type in its model.cpp; models/systems.def lists the systems.
#pragma once

#include "models/descriptor/fast_form.hpp"
#include "models/descriptor/grid_picture.hpp"
#include "models/port/program.hpp"

#include <string_view>
#include <vector>

namespace daruma::models {

struct System {
  std::string_view name; ///< of its folder
  std::string_view what; ///< a finished sentence with its source
  const std::vector<Program>& programs;
  std::vector<FastForm> fast_forms = {};
  std::vector<GridDrawing> grid_drawings = {};
};

/// All systems, in the order of systems.def.
const std::vector<const System*>& systems();

/// Null if the program runs with ranks only.
const FastForm* find_fast_form(std::string_view program);

/// Null if a report draws nothing of the program.
const GridDrawing* find_grid_drawing(std::string_view program);

} // namespace daruma::models
