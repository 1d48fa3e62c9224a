// The lines that a running job is steered by (DyProReconf sections 6.1 and 7.2).
//
//   m               resize the job to m processes
//   krank,rank,...  these ranks kill themselves
//   sec:rank        rank kills itself, sec seconds after the line was read
//   sec:rmaxp       one random rank below maxp does
//   sec:Rmaxp:n     n distinct random ranks below maxp do
//
// and, which is not the paper's,
//
//   checkpoint      save where the job is, and end: it is to be started again from there
//
// Pure: text in, typed command or a sentence out. Whether a rank exists is only known when the
// command is carried out, and is not judged here.
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/core/units.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace daruma::models::dyprc {

/// Upper limit of every number that stands for ranks or a count of them.
inline constexpr int most_ranks = 1 << 24;

struct Resize {
  int ranks = 1;
};

struct Kill {
  Seconds after{0};
  std::vector<int> ranks;
};

struct KillRandom {
  Seconds after{0};
  int below = 1; ///< ranks 0 .. below-1 can be hit
  int count = 1;
};

/// Why a line is no command: a finished sentence.
struct CommandError {
  std::string sentence;
};

struct PutAside {};

using ParsedCommand = std::variant<CommandError, Resize, Kill, KillRandom, PutAside>;

/// Blanks around the line are ignored, blanks inside are not allowed.
ParsedCommand parse_command(std::string_view line);

/// The ranks that a random kill hits, ascending.
std::vector<int> draw_victims(const KillRandom&, RandomStream&);

} // namespace daruma::models::dyprc
