#include "models/spares/fast/stencil.hpp"

#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/logic/traffic.hpp"
#include "sim/load/background.hpp"

#include <algorithm>
#include <deque>

namespace daruma::fast {

namespace spares = models::spares;

/// Equal transfers end in the order in which they began; `served` is what one of them got since the beginning.
Seconds last_end(const CheckpointTransfer& transfer, const std::vector<Seconds>& begins) {
  if (transfer.alone == Seconds(0)) return begins.back() + transfer.latency;
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
      : case_(what), steps_(what.steps, what.checkpoint_every), places_(what.layout, what.policy),
        traffic_(what.layout.network(), what.pattern, nodes()), injected_(most_injected()), checkpoint_(together(what)),
        loaded_(std::move(loaded)) {}

  StencilRun run(const std::vector<NodeDeath>& deaths) {
    note_exchange();
    run_.finished = outlive(deaths);
    run_.position = static_cast<int>(steps_.position());
    return run_;
  }

private:
  const std::vector<int>& nodes() const { return places_.placement().nodes(); }

  /// False if there is no answer to one of them.
  bool outlive(const std::vector<NodeDeath>& deaths) {
    for (const NodeDeath& death : deaths) {
      advance(death.time);
      if (steps_.is_done()) return true;
      if (!survive(death)) return false;
    }
    advance(never);
    return true;
  }

  /// How long a checkpoint takes that all ranks begin at once; nothing where none are made.
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

  Exchanges& exchanges() { return run_.by_failures[places_.failures()]; }
  Seconds exchange() const { return run_.by_failures.at(places_.failures()).each; }

  void note_exchange() {
    Seconds time = traffic_.collisions() * (case_.message / case_.link);
    if (case_.injection > BytesPerSecond(0)) time = std::max(time, injected_ * (case_.message / case_.injection));
    exchanges().each = time + traffic_.longest_way() * case_.hop;
  }

  /// The time of so many further steps, with the checkpoints that follow upon them.
  Seconds duration(std::int64_t steps) const {
    const Seconds step = exchange() + case_.work;
    return static_cast<double>(steps) * step + static_cast<double>(steps_.saves_within(steps)) * checkpoint_;
  }

  Seconds next_step(int without_node = nobody) {
    return loaded_.empty() ? duration(1) : next_loaded_step(without_node);
  }

  /// `after_` is what it leaves of the nodes. Who is done with its work writes its checkpoint.
  Seconds next_loaded_step(int without_node) {
    const Seconds begin = run_.end + exchange();
    after_ = loaded_;
    ends_.clear();
    for (const int node : nodes())
      if (node != without_node) ends_.push_back(end_of_work(after_[static_cast<std::size_t>(node)], begin));
    if (ends_.empty()) return begin - run_.end;
    std::sort(ends_.begin(), ends_.end());
    return (steps_.saves_within(1) > 0 ? last_end(case_.checkpoint, ends_) : ends_.back()) - run_.end;
  }

  Seconds end_of_work(load::SharedNode& node, Seconds begin) {
    node.idle(begin);
    work_.assign(1, case_.work);
    node.run(never, work_);
    return node.now();
  }

  void make_step(Seconds step) {
    run_.end += step;
    steps_.advance();
    exchanges().count += 1;
    if (!loaded_.empty()) loaded_.swap(after_);
  }

  /// Works until then, or until all is done; a step that would not be over by then is not begun.
  void advance(Seconds until) {
    begun_ = run_.end;
    if (until <= run_.end) return;
    if (loaded_.empty())
      make_steps_until(until);
    else
      while (!steps_.is_done()) {
        const Seconds step = next_step();
        if (run_.end + step > until) break;
        make_step(step);
      }
    begun_ = run_.end;
  }

  void make_steps_until(Seconds until) {
    std::int64_t done = 0;
    std::int64_t most = steps_.left();
    while (done < most) {
      const std::int64_t middle = done + (most - done + 1) / 2;
      if (run_.end + duration(middle) <= until)
        done = middle;
      else
        most = middle - 1;
    }
    run_.end += duration(done);
    steps_.advance(done);
    exchanges().count += static_cast<double>(done);
  }

  /// False if there is no answer to it.
  bool survive(const NodeDeath& death) {
    run_.end = std::max(run_.end, death.time);
    ++run_.deaths;
    const bool broke_save = death.time > begun_ && finish_step(death);
    const auto moves = places_.answer(death.node);
    if (!moves) return false;
    for (const spares::Move& move : *moves) traffic_.move(move.rank, move.to);
    exchanges().moved = spares::ranks_moved(*moves);
    note_exchange();
    if (!moves->empty()) restore(broke_save);
    return true;
  }

  /// A death in the middle of a step's work or its checkpoint is noticed by the next exchange only. True if the
  /// checkpoint of the dead was cut short.
  bool finish_step(const NodeDeath& death) {
    if (steps_.is_done() || death.time < begun_ + exchange()) return false;
    const bool saves = steps_.saves_within(1) > 0;
    run_.end = begun_;
    make_step(next_step(death.node));
    return saves;
  }

  /// The object of a surviving rank goes through it; what a rank that moved knows is its checkpoint, an older one if
  /// the death cut the newest short. Reading one takes all ranks together the time of writing one.
  void restore(bool broke_save) {
    const std::int64_t of_moved = broke_save ? steps_.save_before_last() : steps_.last_save();
    int reads = 0;
    steps_.go_back();
    if (steps_.has_to_read()) {
      steps_.found(steps_.last_save());
      reads += steps_.position() != spares::StencilSteps::unknown ? 1 : 0;
    }
    reads += steps_.agree(std::min(steps_.position(), of_moved)) ? 1 : 0;
    run_.end += reads * checkpoint_;
  }

  static constexpr int nobody = -1;

  const StencilCase& case_;
  spares::StencilSteps steps_;
  spares::RankPlaces places_;
  spares::Traffic traffic_;
  int injected_;
  Seconds checkpoint_;                   ///< of all ranks
  std::vector<load::SharedNode> loaded_; ///< as they are when the next step begins; empty: nobody loads them
  std::vector<load::SharedNode> after_;
  std::vector<Seconds> ends_; ///< of the ranks' work
  std::vector<Seconds> work_;
  Seconds begun_{0}; ///< when the step began that a death cuts short
  StencilRun run_;
};

} // namespace

StencilRun run(const StencilCase& what, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded) {
  return StencilJob(what, std::move(loaded)).run(deaths);
}

} // namespace daruma::fast
