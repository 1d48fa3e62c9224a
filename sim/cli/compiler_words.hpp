// What a compiler's words ask it to do, read as gcc reads them: enough to know what it is to make.
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>

namespace daruma::cli {

/// What one call of the compiler makes. `nothing`: it is asked about itself, or has no file to work on.
enum class Product { nothing, parts, relocatable, library, program };

struct CompilerWords {
  Words words;                        ///< without what is for daruma only, and with what no product may be left out
  Product product = Product::nothing; ///< `parts` are objects, assembler, preprocessed text, dependencies
  std::filesystem::path file;         ///< what a link makes
  std::vector<std::filesystem::path> inputs; ///< sources, objects, libraries that are named by their files
};

/// Response files (@FILE) are read, and stay in the words. Throws UsageError for what cannot be simulated, such as
/// -static and -m32.
CompilerWords read_compiler_words(const Words&);

/// Whether the compiler takes the next word as this option's value.
bool takes_a_value(const std::string& option);

} // namespace daruma::cli
