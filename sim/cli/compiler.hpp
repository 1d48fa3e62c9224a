// Compilers for programs that are to be simulated: which to call, with which words besides those of the user.
//
// All that makes a program one for simulation is in these words. The result is a shared object that Linux can start:
//   -fPIC, -shared            images of it can lie anywhere; thread-local variables are found through a function
//   -no-pie                   takes back what the compiler itself says to the linker: gold and lld do not take both
//   -fno-gnu-unique, -Bsymbolic  each image keeps to itself
//   -fstack-clash-protection  a stack that overflows does so in its guard page, not beyond
//   --wrap                    calls of the system become calls of the simulator (sim/hosting/system_calls.def)
//   -z defs                   a function that nobody has is found here, with the file that wants it
//
// Build systems that ask for the words of a part (CMake's FindMPI, which drops -fPIC) call gcc themselves and link an
// ordinary executable. It is loaded as well, unless it has thread-local variables: their places are fixed then.

#pragma once

#include "sim/cli/compiler_words.hpp"
#include "sim/cli/installation.hpp"

namespace daruma::cli {

enum class Language { c, cpp, fortran };

/// What is called where the user has named no other (DARUMA_CC, DARUMA_CXX, DARUMA_FC).
std::string compiler_of(Language);

/// Also with its version, or a target before it.
bool is_clang(const std::string& compiler);

/// Before the user's words.
Words words_before(const Installation&, Language);
/// Behind them: whatever is compiled, and whatever is linked of these.
Words words_of_compiling(Language);
Words words_of_linking(const Installation&, Product, Language);

/// Behind what build systems link by themselves.
Words words_of_linking_by_others(const Installation&, Language);

/// The whole call.
Words compiler_call(const Installation&, Language, const CompilerWords&);

} // namespace daruma::cli
