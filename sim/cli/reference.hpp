// Pages of docs/reference, written from what the program itself goes by, so that they cannot say anything else.
// A new page is a function and a line in reference.cpp; daruma_reference, which the target "reference" runs, writes
// them.
#pragma once

#include <string>
#include <vector>

namespace daruma::cli {

struct ReferencePage {
  std::string file; ///< below docs/reference
  std::string (*text)();
};

const std::vector<ReferencePage>& reference_pages();

} // namespace daruma::cli
