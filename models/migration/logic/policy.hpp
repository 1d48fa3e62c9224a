// Who migrates, whence and where, or nobody: the decision inside chkpt().
//
// Process migration inside MPI programs (Yazawa, Hibino), section 2.2: the controller knows the load of
// every node and moves a process if it would run faster there. A policy is a pure function; the MPI
// library, the fast model and the tests call the same ones. A new one is a file of its own and a line
// in policies().
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models::migration {

/// What stands on a node at a barrier.
struct NodeLoad {
  int others = 0;     ///< processes that are not the job's and want to compute
  int own = 0;        ///< processes of the job
  int processors = 1; ///< shared by all of them; nobody gets more than one
  int most = anybody; ///< processes of the job that it can take, whatever the job allows
  double lately = 0;  ///< `others` on average of late, for policies that go by that (load_history.hpp)

  static constexpr int anybody = std::numeric_limits<int>::max();
};

/// When a slow process and a spare one swap places: process swapping (Sievert and Casanova, HPDC 2003; IJHPCA 18(3),
/// 2004). Without thresholds it is their policy greedy.
struct SwapTerms {
  static constexpr double any = std::numeric_limits<double>::infinity();

  double payback = any;    ///< intervals between barriers within which the gain has to make up for the cost
  double process_gain = 0; ///< by what part the process has to become faster at least
  double job_gain = 0;     ///< the same of the job, which waits for its slowest process
  Seconds history{0};      ///< for how long back the load counts
};

struct Situation {
  std::vector<NodeLoad> nodes;
  int per_node = 1;    ///< processes of the job that a node may take
  Seconds remaining{}; ///< processor time that each process still needs
  Seconds interval{};  ///< processor time that each process needs until the next barrier
  Seconds cost{};      ///< the job's standstill for one migration
  /// How long `own` processes of the job will need on `node` from now to the next barrier, as it will really be.
  /// Only a policy that looks ahead may ask.
  std::function<Seconds(int node, int own)> ahead;
  SwapTerms swap{};
};

struct Move {
  int from;
  int to;
};

enum class Foresight { none, full };

struct Policy {
  std::string_view name;
  std::string_view what;
  Foresight foresight;
  /// One process to be moved; asked again after each move until it says nobody.
  std::optional<Move> (*decide)(const Situation&);
};

/// The paper's: from the most to the least loaded node if the process then shares with fewer. The job is slowest on the
/// one and would be fastest on the other, ties to the lowest number; the latter is judged with the process on it and
/// has room for it.
std::optional<Move> greedy(const Situation&);
/// The move of `greedy`, if what it saves until the end of the job, were the load to stay as it is, exceeds its cost.
std::optional<Move> hysteresis(const Situation&);
/// The slowest process goes to the fastest place, by the load of late, if that is worth it by the situation's terms.
std::optional<Move> swap(const Situation&);
/// Knows the load to come: the move that makes the slowest node fastest until the next barrier, if that saves more
/// than it costs. Not a policy that anyone could have, but a bound on what knowing more could gain.
std::optional<Move> foresight(const Situation&);

const std::vector<Policy>& policies();
/// The policy of that name, or null.
const Policy* find_policy(std::string_view name);

/// How much longer everything takes on the node with `more` processes of the job besides those that are there.
double stretch(const NodeLoad&, int more = 0);
/// Processes of the job that the node may take besides.
int room(const Situation&, const NodeLoad&);

/// Asks the policy for one move after the other, each with those before it in the situation, until it moves nobody or
/// `carry_out` says that a move cannot be. The number of moves that were carried out.
template <class CarryOut> int rearrange(const Policy& policy, Situation& seen, CarryOut&& carry_out) {
  int moves = 0;
  for (auto move = policy.decide(seen); move && carry_out(*move); move = policy.decide(seen), ++moves) {
    --seen.nodes[static_cast<std::size_t>(move->from)].own;
    ++seen.nodes[static_cast<std::size_t>(move->to)].own;
  }
  return moves;
}

} // namespace daruma::models::migration
