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

/// Every field of a scenario, from the schema.
std::string scenario_page();
/// What the files of platforms/ and platforms/runtimes/ say, each number with its source.
std::string machines_page();
std::string runtimes_page();

/// The first lines of a page: its title, and that it is generated.
std::string beginning_of_page(const std::string& title);
/// The text as code, within a cell of a table.
std::string code(const std::string& text);

} // namespace daruma::cli
