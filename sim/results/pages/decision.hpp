// What a comparison comes to: one sentence, and one table of who is how good at what.
//
// Who is the best is said only as far as it is beyond doubt: by paired differences over replicas that share their
// draws (sim/study/paired.hpp), with the doubt shared among all pairs. Who did not come to its end is never the best.
#pragma once

#include "sim/core/metric.hpp"
#include "sim/results/pages/markup.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::pages {

/// Whether anything in the scenarios is drawn.
enum class Chance { none, drawn };

struct Contender {
  std::string label;
  std::string flaw{}; ///< why it cannot be judged: "2 of 10 runs broke"; empty if it can
};

/// A metric of all contenders.
struct Contest {
  std::string name;
  std::string unit;
  Better better = Better::neither;
  std::vector<std::map<int, double>> values; ///< of each, by replica; empty where it has none
};

/// Who came out best at something, and who is not told from it.
struct Standing {
  std::size_t best;
  std::vector<std::size_t> undecided{}; ///< of those that can be judged
  std::vector<std::size_t> behind{};    ///< beyond doubt, the next best first
};

/// How many can be judged.
std::size_t judged_of(const std::vector<Contender>&);
/// Whether those that can be judged have not all the same mean, but for rounding.
bool differs(const Contest&, const std::vector<Contender>&);

/// Of those without a flaw. There is none where neither direction is better, or nobody can be judged.
std::optional<Standing> standing_of(const Contest&, const std::vector<Contender>&, Chance);

/// First who cannot be judged, then the sentence, of the first contest in which many are told apart, and the table.
/// There is at least one contender.
Markup decision(const std::vector<Contender>&, const std::vector<Contest>&, Chance);

} // namespace daruma::pages
