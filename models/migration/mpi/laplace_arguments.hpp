// The arguments of the Laplace solver, and what they make together.
#pragma once

#include "models/migration/logic/laplace_order.hpp"
#include "models/port/program.hpp"

namespace daruma::models::migration {

std::vector<ArgumentRule> laplace_arguments();

/// A finished sentence if the arguments do not fit each other, or such a job.
std::string laplace_mismatch(const Arguments&, const JobShape&);

/// The order that arguments give which are acceptable and fit a job of so many processes.
LaplaceOrder laplace_order(const Arguments&, int processes);

} // namespace daruma::models::migration
