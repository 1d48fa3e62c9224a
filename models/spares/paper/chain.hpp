// Chains of failures on 6 x 6 ranks, as Figs. 6 and 8 of the spare-node paper show them.
#pragma once

#include "models/spares/logic/substitution.hpp"

#include <vector>

namespace daruma::models::spares::paper {

/// Fails the nodes on which these ranks began, one after the other; the answers, up to the first that there is none to.
std::vector<Substitution> chain(const char* faces, const Policy&, const std::vector<int>& ranks);

} // namespace daruma::models::spares::paper
