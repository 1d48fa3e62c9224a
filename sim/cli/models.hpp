// The models that scenarios can name: the one place where engine and models meet.
#pragma once

#include "sim/engine/simulate.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>

namespace daruma::cli {

const engine::Models& models();

/// Throws scenario::ScenarioError with every argument of a job that its model does not know or cannot take, and every
/// program that cannot be loaded.
void check_jobs(const scenario::Scenario&, const std::string& file);

} // namespace daruma::cli
