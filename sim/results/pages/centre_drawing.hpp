// A centre over time as pictures: what its cores did, what waited, who was on which node, how long sizes waited, and
// what became of its time.
#pragma once

#include "sim/results/centre_rows.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/results/records.hpp"

namespace daruma::pages {

/// A value that holds from a moment on, averaged over equal parts of the time: the middle of each part and its mean.
std::vector<std::pair<double, double>> averaged(const std::vector<results::CentreRows::State>&,
                                                double results::CentreRows::State::*value, int parts);

/// Use and queue as curves, on a machine of so many cores.
Markup draw_use(const std::vector<results::CentreRows::State>&, int cores);
/// Nodes over time, to be zoomed, and the machine at a moment to be chosen; readers of paper see the whole.
Markup draw_schedule(const results::CentreRows&, int nodes);
/// Waits by the jobs' sizes as boxes.
Markup draw_waits(const std::vector<results::CentreRows::Group>&);
/// Bars of the parts of the capacity.
Markup draw_time(const results::Result&);

} // namespace daruma::pages
