// What a page tells of a centre's run.
#pragma once

#include "sim/results/pages/report.hpp"

namespace daruma::pages {

/// What the run came to. Only what was measured is told, so that it is true of every centre.
std::string centre_sentence(const results::Result&);

/// Who had come and not ended when the run was cut; empty where nothing tells.
std::string pending_sentence(const results::Result&);

/// One table, and what happened as pictures, as far as the run's tables are there.
Markup centre_pictures(const Told&);

/// Percentiles of all groups of jobs; nothing without the run's tables.
Markup centre_groups(const Told&);

} // namespace daruma::pages
