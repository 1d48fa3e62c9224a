// Pages of docs/reference, written from what the program itself goes by, so that they cannot say anything else.
// A subject with many parts has an index and a page for each part, in a folder of the index's name. A new subject is a
// function and a line in reference.cpp; daruma_reference, which the target "reference" runs, writes all pages.
#pragma once

#include <string>
#include <vector>

namespace daruma::cli {

struct ReferencePage {
  std::string file; ///< below docs/reference
  std::string text;
};

using ReferencePages = std::vector<ReferencePage>;

/// The pages of all subjects.
ReferencePages reference_pages();

/// Every field of a scenario, from the schema: a page for each key that has braces.
ReferencePages scenario_pages();
/// What the files of platforms/ and platforms/runtimes/ say, each number with its source: a page for each file.
ReferencePages machine_pages();
ReferencePages runtime_pages();

/// The first lines of a page: its title, and that it is generated.
std::string beginning_of_page(const std::string& title);
/// The text as code, within a cell of a table.
std::string code(const std::string& text);
/// A row of an index: what leads to the part's page, which says more.
std::string row_of_index(const std::string& part, const std::string& file, const std::string& what);

} // namespace daruma::cli
