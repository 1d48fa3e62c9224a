// An artefact, reproduced for the tests that hold it against its bounds.
#pragma once

#include "sim/study/reproduction.hpp"

#include <string>

namespace daruma::models {

/// Reproduces it. Its claims have to hold, who says to be fitted on a number of it has to name one that it has, and
/// pages that show it have to show what it prints.
study::Reproduction reproduced(const std::string& id);

/// Of the row with that label, which has a published number.
double error_of(const study::Reproduction&, const std::string& label);

} // namespace daruma::models
