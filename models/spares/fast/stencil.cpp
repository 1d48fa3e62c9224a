#include "models/spares/fast/stencil.hpp"

#include "models/spares/logic/traffic.hpp"
#include "sim/load/background.hpp"

#include <algorithm>
#include <deque>

namespace daruma::fast {

namespace {

namespace spares = models::spares;

} // namespace

/// Equal transfers end in the order in which they began; `served` is what one of them got since the beginning.
Seconds last_end(const CheckpointTransfer& transfer, const std::vector<Seconds>& begins) {
  Seconds now{0};
  Seconds served{0};
  std::deque<Seconds> ends; ///< by `served`
  const auto stretch = [&] { return std::max(transfer.at_least / transfer.alone, double(ends.size())); };
  const auto serve_one = [&] {
    now += (ends.front() - served) * stretch();
    served = ends.front();
    ends.pop_front();
  };
  for (const Seconds begin : begins) {
    while (!ends.empty() && now + (ends.front() - served) * stretch() <= begin) serve_one();
    if (!ends.empty()) served += (begin - now) / stretch();
    now = begin;
    ends.push_back(served + transfer.alone);
  }
  while (!ends.empty()) serve_one();
  return now + transfer.latency;
}

namespace {

class StencilJob {
public:
  StencilJob(const StencilCase& what, std::vector<load::SharedNode> loaded)
      : case_(what), placement_(what.layout), traffic_(what.layout.network(), what.pattern, placement_.nodes()),
        injected_(most_injected()), checkpoint_(together(what)), loaded_(std::move(loaded)) {}

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
  /// All ranks at once.
  static Seconds together(const StencilCase& what) {
    if (what.checkpoint_every == 0) return Seconds(0);
    return last_end(what.checkpoint, std::vector<Seconds>(static_cast<std::size_t>(what.pattern.ranks()), Seconds(0)));
  }

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
    return steps * step + saves * checkpoint_;
  }

  bool next_step_saves() const {
    return case_.checkpoint_every > 0 && (run_.position + 1) % case_.checkpoint_every == 0;
  }

  Seconds next_step(int without_node = nobody) {
    return loaded_.empty() ? duration(1) : next_loaded_step(without_node);
  }

  /// `after_` is what it leaves of the nodes. Who is done with its work writes its checkpoint.
  Seconds next_loaded_step(int without_node) {
    const Seconds begin = run_.end + run_.by_failures.at(failures_).each;
    after_ = loaded_;
    ends_.clear();
    for (const int node : placement_.nodes())
      if (node != without_node) ends_.push_back(end_of_work(after_[static_cast<std::size_t>(node)], begin));
    std::sort(ends_.begin(), ends_.end());
    return (next_step_saves() ? last_end(case_.checkpoint, ends_) : ends_.back()) - run_.end;
  }

  Seconds end_of_work(load::SharedNode& node, Seconds begin) {
    node.idle(begin);
    work_.assign(1, case_.work);
    node.run(never, work_);
    return node.now();
  }

  void make_step(Seconds step) {
    run_.end += step;
    ++run_.position;
    run_.by_failures[failures_].count += 1;
    if (!loaded_.empty()) loaded_.swap(after_);
  }

  /// Works until then, or until all is done; a step that would not be over by then is not begun.
  void advance(Seconds until) {
    begun_ = run_.end;
    if (until <= run_.end) return;
    if (loaded_.empty())
      make_steps_until(until);
    else
      while (run_.position < case_.steps) {
        const Seconds step = next_step();
        if (run_.end + step > until) break;
        make_step(step);
      }
    begun_ = run_.end;
  }

  void make_steps_until(Seconds until) {
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
    run_.position += done;
    run_.by_failures[failures_].count += done;
  }

  /// False if there is no answer to it.
  bool survive(const NodeDeath& death) {
    run_.end = std::max(run_.end, death.time);
    ++run_.deaths;
    const bool broke_save = death.time > begun_ && finish_step(death);
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
  bool finish_step(const NodeDeath& death) {
    const Seconds exchange = run_.by_failures.at(failures_).each;
    if (run_.position == case_.steps || death.time < begun_ + exchange) return false;
    const bool saves = next_step_saves();
    run_.end = begun_;
    make_step(next_step(death.node));
    return saves;
  }

  /// Everybody goes back to the newest checkpoint that all have: survivors of one that was cut short read two.
  void restore(bool broke_save) {
    const int every = case_.checkpoint_every;
    const int known = broke_save ? run_.position - 1 : run_.position;
    run_.position = every == 0 ? 0 : known / every * every;
    run_.end += ((run_.position > 0 ? 1 : 0) + (broke_save ? 1 : 0)) * checkpoint_;
  }

  static constexpr int nobody = -1;

  const StencilCase& case_;
  spares::Placement placement_;
  spares::Traffic traffic_;
  int injected_;
  Seconds checkpoint_;                   ///< of all ranks
  std::vector<load::SharedNode> loaded_; ///< as they are when the next step begins; empty: nobody loads them
  std::vector<load::SharedNode> after_;
  std::vector<Seconds> ends_; ///< of the ranks' work
  std::vector<Seconds> work_;
  int failures_ = 0;
  Seconds begun_{0}; ///< when the step began that a death cuts short
  StencilRun run_;
};

} // namespace

StencilRun run(const StencilCase& what, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded) {
  return StencilJob(what, std::move(loaded)).run(deaths);
}

} // namespace daruma::fast
