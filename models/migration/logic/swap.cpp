#include "models/migration/logic/policy.hpp"

#include <algorithm>

namespace daruma::models::migration {
namespace {

/// As stretch(), by what the load has been of late.
double stretch_lately(const NodeLoad& node, int more) {
  return std::max(1.0, (node.lately + node.own + more) / node.processors);
}

struct Candidate {
  Move move;
  double here;  ///< how slow the process is
  double there; ///< how slow it would be
};

/// The slowest process and the fastest place for it.
std::optional<Candidate> candidate(const Situation& situation) {
  Candidate best{{-1, -1}, 0, 0};
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const NodeLoad& node = situation.nodes[static_cast<std::size_t>(i)];
    if (node.own > 0 && (best.move.from < 0 || stretch_lately(node, 0) > best.here)) {
      best.move.from = i;
      best.here = stretch_lately(node, 0);
    }
    if (room(situation, node) > 0 && (best.move.to < 0 || stretch_lately(node, 1) < best.there)) {
      best.move.to = i;
      best.there = stretch_lately(node, 1);
    }
  }
  return best.move.from < 0 || best.move.to < 0 ? std::nullopt : std::optional(best);
}

/// How slow the job is that waits for its slowest process, once the move is made.
double slowest_after(const Situation& situation, const Candidate& what) {
  double slowest = what.there;
  for (int i = 0; i < static_cast<int>(situation.nodes.size()); ++i) {
    const NodeLoad& node = situation.nodes[static_cast<std::size_t>(i)];
    const int gone = i == what.move.from ? 1 : 0;
    if (node.own > gone) slowest = std::max(slowest, stretch_lately(node, -gone));
  }
  return slowest;
}

} // namespace

std::optional<Move> swap(const Situation& situation) {
  const auto what = candidate(situation);
  if (!what || what->there >= what->here) return std::nullopt;
  const SwapTerms& terms = situation.swap;
  const double after = slowest_after(situation, *what);
  const Seconds saved = (what->here - after) * situation.interval;
  const bool is_worth_it = what->here >= (1 + terms.process_gain) * what->there &&
                           what->here >= (1 + terms.job_gain) * after &&
                           (terms.payback == SwapTerms::any || situation.cost <= terms.payback * saved);
  return is_worth_it ? std::optional(what->move) : std::nullopt;
}

} // namespace daruma::models::migration
