// A report as one page that needs nothing else: the template with its style and script, and parts put into it.
//
// A part is one result: what was asked and the answer, always in sight, then sections of which a screen shows one at a
// time and paper all.
#pragma once

#include "sim/results/pages/markup.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::pages {

struct Part {
  std::string title;
  Markup answer;
  std::vector<std::pair<std::string, Markup>> sections; ///< by their names
};

/// Puts title and parts in place of {{title}} and {{content}} of the template.
std::string page(const std::string& page_template, const std::string& title, const std::vector<Part>& parts);

} // namespace daruma::pages
