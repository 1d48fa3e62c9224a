// Those of the lowest numbers.
#include "sim/batch/node_choice.hpp"

namespace daruma::batch::node_choice {

const NodeChoice first_fit{
    "first-fit", "the free nodes of the lowest numbers", NodeChoice::Needs::nothing,
    [](const NodeSet& free, int count, const NodeLayout&, RandomStream) { return lowest(free, count); }};

} // namespace daruma::batch::node_choice
