// Results told to people: what was asked, the answer first, then tables, figures, the time line, the machine and the
// resolved scenario. Pure: same records, same page.
#pragma once

#include "sim/results/centre_rows.hpp"
#include "sim/results/metrics.hpp"
#include "sim/results/pages/decision.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/results/records.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::pages {

struct Part {
  std::string title;
  Markup answer;
  std::vector<std::pair<std::string, Markup>> sections; ///< by their names
  Markup footer{};                                      ///< what it was made with
};

/// A report as one page that needs nothing else: the template with its style and script, and parts put into it.
///
/// A part is one result: the answer and what was asked, always in sight, then sections of which a screen shows one at a
/// time and paper all, and at last what it was made with.
///
/// Puts title and parts in place of {{title}} and {{content}} of the template.
std::string page(const std::string& page_template, const std::string& title, const std::vector<Part>& parts);

/// A value that is best by theory.
struct Optimum {
  std::string name; ///< with its author
  double value;
};

/// A run with its spans, and its scenario read back.
struct Told {
  std::string title;
  results::Result result;
  scenario::Scenario scenario;
  Chance chance = Chance::drawn;
  std::optional<results::CentreRows> centre{}; ///< of a centre: the tables that it left
  std::string command{};                       ///< that made it; empty: it is not known
};

/// The catalogue knows the metrics' units, and which direction is better.
Part part_of(const Told&, const results::MetricCatalogue&);

/// What `daruma reproduce` left of an artefact: the text of ID.json, and of ID.svg where it was drawn.
struct Reproduced {
  std::string numbers;
  std::string drawing;
};

/// Whether a text that begins so may be such numbers: "id" is the first that they say.
bool is_reproduction(std::string_view beginning);
/// Throws results::ReadError on numbers that are none of a reproduction.
Part part_of(const Reproduced&);

/// What a sweep's page knows of its scenarios beside their text.
struct SweptScenarios {
  Chance chance = Chance::drawn;
  std::map<std::string, std::vector<Optimum>> optima{}; ///< by the varied place that they are values of
};

Part part_of(const std::string& title, const results::SweepFile&, const results::MetricCatalogue&,
             const SweptScenarios& = {});

/// Several runs side by side: the metrics that they share.
Part side_by_side(const std::vector<Told>&, const results::MetricCatalogue&);

} // namespace daruma::pages
