#include "sim/fast/stencil.hpp"

#include "models/spares/traffic.hpp"
#include "sim/base/background.hpp"

#include <algorithm>

namespace daruma::fast {

namespace {

namespace spares = models::spares;

class StencilJob {
public:
  explicit StencilJob(const StencilCase& what)
      : case_(what), placement_(what.layout), traffic_(what.layout.network(), what.pattern, placement_.nodes()),
        injected_(most_injected()) {}

  StencilRun run(const std::vector<NodeDeath>& deaths) {
    note_exchange();
    for (const NodeDeath& death : deaths) {
      advance(death.time);
      if (run_.position == case_.steps) break;
      if (!survive(death)) return run_;
    }
    advance(never);
    run_.finished = true;
    return run_;
  }

private:
  /// The most messages that one node sends or takes in; the same wherever its rank is.
  int most_injected() const {
    int most = 0;
    for (int rank = 0; rank < case_.pattern.ranks(); ++rank) {
      int out = 0;
      int in = 0;
      for (const spares::Partner& partner : case_.pattern.sends(rank)) out += partner.weight;
      for (const spares::Partner& partner : case_.pattern.receives(rank)) in += partner.weight;
      most = std::max({most, out, in});
    }
    return most;
  }

  void note_exchange() {
    Seconds time = traffic_.collisions() * (case_.message / case_.link);
    if (case_.injection > BytesPerSecond(0)) time = std::max(time, injected_ * (case_.message / case_.injection));
    run_.by_failures[failures_].each = time + traffic_.longest_way() * case_.hop;
  }

  /// So many further steps, with the checkpoints that follow upon them.
  Seconds duration(int steps) const {
    const Seconds step = run_.by_failures.at(failures_).each + case_.work;
    const int every = case_.checkpoint_every;
    const int saves = every == 0 ? 0 : (run_.position + steps) / every - run_.position / every;
    return steps * step + saves * case_.save;
  }

  /// Works until then, or until all is done; a step that would not be over by then is not begun.
  void advance(Seconds until) {
    begun_ = run_.end;
    if (until <= run_.end) return;
    int done = 0;
    int most = case_.steps - run_.position;
    while (done < most) {
      const int middle = done + (most - done + 1) / 2;
      if (run_.end + duration(middle) <= until)
        done = middle;
      else
        most = middle - 1;
    }
    run_.end += duration(done);
    begun_ = run_.end;
    run_.position += done;
    run_.by_failures[failures_].count += done;
  }

  /// False if there is no answer to it.
  bool survive(const NodeDeath& death) {
    run_.end = std::max(run_.end, death.time);
    ++run_.deaths;
    const bool broke_save = death.time > begun_ && finish_step(death.time);
    const auto answer = spares::substitute(placement_, death.node, case_.policy);
    if (!answer) return false;
    placement_.apply(*answer);
    for (const spares::Move& move : answer->moves) traffic_.move(move.rank, move.to);
    ++failures_;
    run_.by_failures[failures_].moved = static_cast<int>(answer->moves.size());
    note_exchange();
    if (!answer->moves.empty()) restore(broke_save);
    return true;
  }

  /// A death in the middle of a step's work or its checkpoint is noticed by the next exchange only. True if the
  /// checkpoint of the dead was cut short.
  bool finish_step(Seconds death) {
    const Seconds exchange = run_.by_failures.at(failures_).each;
    if (run_.position == case_.steps || death < begun_ + exchange) return false;
    const bool saves = duration(1) > exchange + case_.work;
    run_.end = begun_ + duration(1);
    ++run_.position;
    run_.by_failures[failures_].count += 1;
    return saves;
  }

  /// Everybody goes back to the newest checkpoint that all have: survivors of one that was cut short read two.
  void restore(bool broke_save) {
    const int every = case_.checkpoint_every;
    const int known = broke_save ? run_.position - 1 : run_.position;
    run_.position = every == 0 ? 0 : known / every * every;
    run_.end += ((run_.position > 0 ? 1 : 0) + (broke_save ? 1 : 0)) * case_.load;
  }

  const StencilCase& case_;
  spares::Placement placement_;
  spares::Traffic traffic_;
  int injected_;
  int failures_ = 0;
  Seconds begun_{0}; ///< when the step began that a death cuts short
  StencilRun run_;
};

} // namespace

StencilRun run(const StencilCase& what, const std::vector<NodeDeath>& deaths) { return StencilJob(what).run(deaths); }

} // namespace daruma::fast
