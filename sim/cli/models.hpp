// The models that scenarios can name: the one place where engine and models meet.
#pragma once

#include "sim/results/metrics.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace daruma::cli {

const run::Models& models();

/// Every metric that a result may have.
const results::MetricCatalogue& metric_catalogue();

/// What is wrong with a program that a job names, a finished sentence, or nothing.
using ProgramCheck = std::function<std::string(const std::filesystem::path&)>;

/// Throws scenario::ScenarioError with every argument of a job that its model does not know or cannot take, and every
/// program that cannot be run.
void check_jobs(const scenario::Scenario&, const std::string& file, const ProgramCheck&);

/// Throws scenario::ScenarioError with every job whose model does not fit the simulated machine. For jobs that passed
/// check_jobs; a real MPI runs them here, wherever the scenario's machine would.
void check_sites(const scenario::Scenario&, const std::string& file);

} // namespace daruma::cli
