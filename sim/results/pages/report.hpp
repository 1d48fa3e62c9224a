// Results told to people: what was asked, the answer first, then tables, figures, the time line, the machine and the
// resolved scenario. Pure: same records, same page.
#pragma once

#include "sim/results/metrics.hpp"
#include "sim/results/pages/page.hpp"
#include "sim/results/records.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::pages {

/// A run with its spans, and its scenario read back.
struct Told {
  std::string title;
  results::Result result;
  scenario::Scenario scenario;
};

/// The catalogue knows the metrics' units, and which direction is better.
Part part_of(const Told&, const results::MetricCatalogue&);
Part part_of(const std::string& title, const results::SweepFile&, const results::MetricCatalogue&);
/// Several runs side by side: the metrics that they share.
Part side_by_side(const std::vector<Told>&, const results::MetricCatalogue&);

} // namespace daruma::pages
