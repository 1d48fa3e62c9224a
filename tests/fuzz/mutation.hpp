// Inputs that are nearly good: a scenario, a log or a command line with a few places changed.
//
// Changes keep the structure (values of the same key elsewhere, keys that the schema allows there, other magnitudes of
// the same unit, what is left out or doubled), so that most get past the first check. All is drawn from a RandomStream,
// so that a seed is a case.
#pragma once

#include "sim/core/random_stream.hpp"
#include "tests/fuzz/grammar.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace daruma::fuzz {

/// Changes one or two places.
nlohmann::json mutated(nlohmann::json scenario, const Grammar&, RandomStream&);

/// Changes a few lines, or fields of lines, of a text of lines with fields between blanks or commas.
std::string mutated_log(const std::string& log, RandomStream&);

/// Changes, doubles, drops or exchanges one or two words, or puts others of `known` among them.
std::vector<std::string> mutated_words(std::vector<std::string> words, const std::vector<std::string>& known,
                                       RandomStream&);

} // namespace daruma::fuzz
