// The arguments of the Laplace solver, and what they make together.
#pragma once

#include "models/migration/logic/laplace_order.hpp"
#include "models/port/program.hpp"

namespace daruma::models::migration {

std::vector<ArgumentRule> laplace_arguments();

/// A finished sentence if the arguments do not fit each other, or a job of so many ranks and spares.
std::string laplace_mismatch(const Arguments&, int ranks, int spares);

/// The order that arguments give which are acceptable and fit a job of so many processes.
LaplaceOrder laplace_order(const Arguments&, int processes);

} // namespace daruma::models::migration
