// What a shell offers for a word, kind by kind.
#pragma once

#include "sim/cli/command.hpp"

namespace daruma::cli {

Suggestions files(const Words& before);
Suggestions folders(const Words& before);
/// The scenarios that are installed, and files.
Suggestions scenarios(const Words& before);
/// The figures that can be reproduced, and "all".
Suggestions figures(const Words& before);
/// The kinds of things that `daruma list` lists.
Suggestions kinds_of_names(const Words& before);
Suggestions commands(const Words& before);
/// JSON pointers to the values of the scenario that was named before, each with the value that is there.
Suggestions pointers_of_the_scenario(const Words& before);

/// What can stand in the place of the last word. The others are before it; none of them is the program's name.
Suggestions suggestions(const Words& words);

} // namespace daruma::cli
