// The pages of docs/reference that have a source of their own, and what all pages share.
#pragma once

#include <string>

namespace daruma::cli {

/// The first lines of a page: its title, and that it is generated.
std::string beginning_of_page(const std::string& title);
/// As code, within a cell of a table.
std::string code(const std::string& text);

/// Every field of a scenario, from the schema.
std::string scenario_page();
/// What the files of platforms/ and platforms/runtimes/ say, each number with its source.
std::string machines_page();
std::string runtimes_page();

} // namespace daruma::cli
