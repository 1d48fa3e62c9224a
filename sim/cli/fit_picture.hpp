// The numbers of a picture of times and the laws that were fitted to them, as analysis/draw_figure.py takes them.
#pragma once

#include "sim/batch/law_fit.hpp"

#include <string>
#include <vector>

namespace daruma::cli {

/// One kind of times: what was seen of them, and what may be their law.
struct TimesAndLaws {
  std::string title;
  batch::Lifetimes times;
  std::vector<batch::FittedLaw> laws;
};

/// Over the time what part is over by then: as seen, and by each law; a panel for each kind that has laws.
std::string fit_picture(const std::string& source, const std::vector<TimesAndLaws>&);

} // namespace daruma::cli
