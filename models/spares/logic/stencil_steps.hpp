// The steps of a stencil job that outlives its nodes, and where it goes on after a failure (the spare-node paper's
// section 4.2).
//
// A step is an exchange of halos and some work; a checkpoint follows upon every so many steps. Once ranks have moved,
// every rank reads its newest checkpoint, all agree on the oldest of these, and who has read a newer one reads again.
// Without checkpoints, or if a rank has none, all begin anew. No MPI and no time in here: each rank of the program
// drives an object of this class, the event-driven form drives one for all ranks.
#pragma once

#include "sim/core/units.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace daruma::models::spares {

class StencilSteps {
public:
  /// The position of a rank whose state is nowhere.
  static constexpr std::int64_t unknown = -1;

  /// `checkpoint_every` steps; 0: no checkpoints.
  StencilSteps(int steps, int checkpoint_every) : steps_(steps), checkpoint_every_(checkpoint_every) {}

  /// Steps done, or `unknown`.
  std::int64_t position() const { return position_; }
  bool is_done() const { return position_ >= steps_; }
  std::int64_t left() const { return steps_ - position_; }
  /// Checkpoints that follow upon the next `steps` steps.
  std::int64_t saves_within(std::int64_t steps) const {
    return checkpoint_every_ == 0 ? 0 : (position_ + steps) / checkpoint_every_ - position_ / checkpoint_every_;
  }
  /// Steps done when the newest checkpoint was written, if none was cut short; `unknown` before the first.
  std::int64_t last_save() const;
  void advance(std::int64_t steps = 1) { position_ += steps; }

  /// After a failure: this rank's state has not moved with it.
  void lose_state() { position_ = unknown; }
  /// After a failure: ranks have moved, so that all have to go back to a common step.
  void go_back() { goes_back_ = true; }
  /// Whether the rank has to read its newest checkpoint before it can agree with the others; then `found` says of which
  /// step that was, or `unknown`.
  bool has_to_read() const { return goes_back_ && checkpoint_every_ > 0; }
  void found(std::int64_t version) { position_ = version; }
  /// The ranks' lowest position is the one to go on from. The version to read before that, where the rank's own is
  /// newer.
  std::optional<std::int64_t> agree(std::int64_t lowest);

private:
  std::int64_t steps_;
  std::int64_t checkpoint_every_;
  std::int64_t position_ = 0;
  bool goes_back_ = false;
};

/// The rank whose node's memory keeps the copy of a rank's checkpoint: half the job away.
int checkpoint_partner(int rank, int ranks);

// --- What a stencil job reports of its exchanges, by the failures that came before each.

/// The exchanges that were made after the same number of failures.
struct ExchangeTimes {
  double count = 0;
  Seconds sum{0};
  Seconds mean{0};
};

/// exchange_ms[failures=k] and slowdown[failures=k] of every k that has exchanges, and slowdown over all of them. A
/// slowdown is over the mean before the first failure; there is none where that is not known.
std::map<std::string, double> exchange_metrics(const std::map<int, ExchangeTimes>& by_failures);

/// "moved[failures=2]"
std::string after_failures(const char* metric, int failures);

} // namespace daruma::models::spares
