// Whether a scenario's replicas may differ: it is certain that they do not only where nothing in it is drawn.
//
// Of a centre its laws say so. Jobs with ranks draw more than that: the phase of a detector, what users' programs and
// most models do; the models that can do without ranks know of themselves what they draw.
#pragma once

#include "sim/scenario/scenario.hpp"

namespace daruma::study {

bool is_random(const scenario::Scenario&);

} // namespace daruma::study
