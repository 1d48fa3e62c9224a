// What the table of commands says to people: on a terminal, as a man page, as Markdown.
#pragma once

#include "sim/cli/command.hpp"

#include <string>

namespace daruma::cli {

/// All commands, a line each.
std::string overview(int width);
/// One command with its arguments and options.
std::string help_of(const Command&, int width);
/// The whole manual in troff's language with the macros of man.
std::string man_page();
/// The text without what would end a cell of a table in Markdown.
std::string in_cell(const std::string& text);
/// What is true of all commands, and one command, in Markdown for the documents.
std::string markdown_of_program();
std::string markdown_of(const Command&);

} // namespace daruma::cli
