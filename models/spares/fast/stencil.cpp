#include "models/spares/fast/stencil.hpp"

#include "models/spares/fast/hearing.hpp"
#include "models/spares/fast/rank_work.hpp"
#include "models/spares/fast/saved_checkpoints.hpp"
#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/logic/traffic.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace daruma::fast {

namespace spares = models::spares;

namespace {

class StencilJob {
public:
  StencilJob(const StencilCase& what, NodeChanges& changes, Questions* questions, std::vector<load::SharedNode> loaded)
      : case_(what), changes_(changes), questions_(questions), steps_(what.steps, what.checkpoint_every),
        places_(what.layout, what.policy), traffic_(what.layout.network(), what.pattern, nodes()),
        work_(what.work, std::move(loaded)), is_gone_(static_cast<std::size_t>(what.layout.network().nodes()), false),
        injected_(most_injected()), checkpoint_(together(what)) {}

  StencilRun run() {
    note_exchange();
    next_ = changes_.next();
    run_.finished = outlive();
    run_.position = static_cast<int>(steps_.position());
    return run_;
  }

private:
  /// A step as it would be.
  struct Step {
    Seconds end;
    std::vector<Learner> learners; ///< who lives comes when to where it ends, in the order of it
    std::vector<Learner> lost;     ///< who is gone, and when it would have come
    bool saves;
  };

  const std::vector<int>& nodes() const { return places_.placement().nodes(); }
  int node_of(int rank) const { return places_.placement().node_of(rank); }
  bool is_gone(int node) const { return is_gone_[static_cast<std::size_t>(node)]; }
  bool has_rank(int node) const { return places_.placement().at(node) >= 0; }

  /// False if there is no answer to some death.
  bool outlive() {
    while (true) {
      if (is_anybody_missing() || (steps_.is_done() && !unanswered_.empty())) {
        if (!recover()) return false;
        continue;
      }
      if (steps_.is_done()) return true;
      advance(next_ ? next_->time : never);
      if (!steps_.is_done()) enter_next();
    }
  }

  // --- What happens to nodes

  void enter_next() {
    const NodeChange change = *next_;
    next_ = changes_.next();
    const auto node = static_cast<std::size_t>(change.node);
    if (node >= is_gone_.size() || is_gone_[node]) return;
    if (change.speed == NodeChange::death) {
      is_gone_[node] = true;
      ++run_.deaths;
      unanswered_.push_back({change.time, change.node});
    } else {
      work_.slow_down(change.node, change.time, change.speed);
      last_slowdown_ = change.time;
    }
  }

  /// Whether anything has happened until then that was not known.
  bool enter_until(Seconds time) {
    if (!next_ || next_->time > time) return false;
    while (next_ && next_->time <= time) enter_next();
    return true;
  }

  bool is_anybody_missing() const {
    return std::any_of(unanswered_.begin(), unanswered_.end(),
                       [this](const NodeDeath& death) { return has_rank(death.node); });
  }

  // --- Steps

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
    hearing_.clear();
  }

  /// In which order the ranks begin their work.
  const std::vector<Heard>& hearing() {
    if (hearing_.empty()) hearing_ = order_of_hearing(case_.layout.network(), nodes());
    return hearing_;
  }

  bool are_all_alike() const { return questions_ == nullptr && !work_.is_loaded() && !work_.has_slow_nodes(); }

  /// Who is done with its work asks why that took so long, and then writes its checkpoint.
  Step next_step() {
    const Seconds begin = run_.end + exchange();
    work_.try_step();
    Step step{begin, {}, {}, steps_.saves_within(1) > 0};
    if (are_all_alike()) return like_step(step);
    for (const int node : nodes()) {
      const Seconds end = work_.end_of_work(node, begin);
      if (is_gone(node))
        step.lost.push_back({end, node});
      else
        step.learners.push_back({end + time_to_examine(node, begin, end), node});
    }
    std::stable_sort(step.learners.begin(), step.learners.end(),
                     [](const Learner& a, const Learner& b) { return a.time < b.time; });
    if (step.saves) save(step);
    if (!step.learners.empty()) step.end = step.learners.back().time;
    return step;
  }

  /// Whoever they are, they all end at one time.
  Step like_step(Step step) const {
    step.end = step.end + case_.work + (step.saves ? checkpoint_ : Seconds(0));
    for (const NodeDeath& death : unanswered_)
      if (has_rank(death.node)) step.lost.push_back({step.end, death.node});
    return step;
  }

  void save(Step& step) const {
    std::vector<Seconds> begins;
    for (const Learner& learner : step.learners) begins.push_back(learner.time);
    for (Learner& lost : step.lost) {
      std::vector<Seconds> with = begins;
      const auto place = with.insert(std::upper_bound(with.begin(), with.end(), lost.time), lost.time);
      lost.time = ends(case_.checkpoint, with)[static_cast<std::size_t>(place - with.begin())];
    }
    const std::vector<Seconds> saved = ends(case_.checkpoint, begins);
    for (std::size_t i = 0; i < saved.size(); ++i) step.learners[i].time = saved[i];
  }

  Seconds time_to_examine(int node, Seconds begin, Seconds end) const {
    if (questions_ == nullptr || !work_.has_slow_nodes()) return Seconds(0);
    return questions_->time_to_examine(node, work_.times_longer(node, begin, end), end);
  }

  /// The last that was tried.
  void make(const Step& step, const std::set<int>& cut_short = {}) {
    if (questions_ != nullptr && work_.has_slow_nodes()) examine();
    work_.keep_step();
    run_.end = step.end;
    steps_.advance();
    if (step.saves) saved_.save(steps_.position(), cut_short);
    exchanges().count += 1;
  }

  void examine() {
    const Seconds begin = run_.end + exchange();
    work_.try_step();
    for (const int node : nodes()) {
      if (is_gone(node)) continue;
      const Seconds end = work_.end_of_work(node, begin);
      if (time_to_examine(node, begin, end) > Seconds(0))
        questions_->examine(node, work_.times_longer(node, begin, end), end);
    }
  }

  /// Works until then, or until all is done; a step that would not be over by then is not begun.
  void advance(Seconds until) {
    while (!steps_.is_done()) {
      if (const auto pace = steady_pace()) return make_like_steps_until(until, *pace);
      const Step step = next_step();
      if (step.end > until) return;
      make(step);
    }
  }

  /// Of steps that are all alike until anything happens.
  struct Pace {
    Seconds work;
    Seconds save; ///< what a checkpoint adds
  };

  std::optional<Pace> steady_pace() {
    if (work_.is_loaded()) return std::nullopt;
    if (!work_.has_slow_nodes()) return Pace{case_.work, checkpoint_};
    const Seconds begin = run_.end + exchange();
    if (last_slowdown_ > begin || is_to_be_examined(begin)) return std::nullopt;
    std::vector<Seconds> ends;
    for (const int node : nodes()) ends.push_back(work_.end_of_work(node, begin) - begin);
    std::sort(ends.begin(), ends.end());
    const bool saves = case_.checkpoint_every > 0;
    return Pace{ends.back(), saves ? last_end(case_.checkpoint, ends) - ends.back() : Seconds(0)};
  }

  bool is_to_be_examined(Seconds begin) {
    return std::any_of(nodes().begin(), nodes().end(), [&](int node) {
      return time_to_examine(node, begin, work_.end_of_work(node, begin)) > Seconds(0);
    });
  }

  /// The time of so many further steps, with the checkpoints that follow upon them.
  Seconds duration(std::int64_t steps, const Pace& pace) const {
    const Seconds step = exchange() + pace.work;
    return static_cast<double>(steps) * step + static_cast<double>(steps_.saves_within(steps)) * pace.save;
  }

  void make_like_steps_until(Seconds until, const Pace& pace) {
    std::int64_t done = 0;
    std::int64_t most = steps_.left();
    while (done < most) {
      const std::int64_t middle = done + (most - done + 1) / 2;
      if (run_.end + duration(middle, pace) <= until)
        done = middle;
      else
        most = middle - 1;
    }
    run_.end += duration(done, pace);
    steps_.advance(done);
    if (const std::int64_t save = steps_.last_save(); done > 0 && save != spares::StencilSteps::unknown)
      saved_.save(save);
    exchanges().count += static_cast<double>(done);
  }

  // --- Deaths

  /// False if there is no answer to them.
  bool recover() {
    learn(notice());
    std::vector<int> failed;
    for (const NodeDeath& death : unanswered_) failed.push_back(death.node);
    std::sort(failed.begin(), failed.end());
    unanswered_.clear();
    const auto moves = places_.answer(failed);
    if (!moves) return false;
    ++run_.restarts;
    for (const spares::Move& move : *moves) traffic_.move(move.rank, move.to);
    exchanges().moved = spares::ranks_moved(*moves);
    note_exchange();
    if (!moves->empty()) restore();
    return true;
  }

  /// Who learns first that somebody is missing, and when: who waits for the dead in an exchange, or all where they
  /// meet.
  std::vector<Learner> notice() {
    const auto first = std::find_if(unanswered_.begin(), unanswered_.end(),
                                    [this](const NodeDeath& death) { return has_rank(death.node); });
    if (steps_.is_done() || first == unanswered_.end() || first->time <= run_.end) return at_end(run_.end);
    const Seconds end = run_.end + exchange();
    const Seconds died = first->time;
    if (died >= end) return after_step(died);
    enter_until(died);
    auto learners = waiting_at(died);
    if (learners.empty()) enter_until(end);
    if (questions_ == nullptr) return {{learners.empty() ? end : died, nobody}};
    const auto is_rank_gone = [this](int rank) { return is_gone(node_of(rank)); };
    const std::size_t waiting = learners.size();
    for (Learner& other : coming(order_after_exchange(hearing(), case_.pattern, is_rank_gone), end)) {
      other.heeds_revocation = true;
      const auto is_it = [&other](const Learner& one) { return one.node == other.node; };
      if (std::none_of(learners.begin(), learners.begin() + static_cast<std::ptrdiff_t>(waiting), is_it))
        learners.push_back(other);
    }
    return learners;
  }

  /// Those who live, as they come.
  std::vector<Learner> coming(const std::vector<Heard>& order, Seconds from) const {
    std::vector<Learner> learners;
    for (const Heard& heard : order)
      if (!is_gone(node_of(heard.rank))) learners.push_back({from + heard.hops * case_.hop, node_of(heard.rank)});
    return learners;
  }

  /// Of a reading or of the last step: who came last to where all meet goes on first.
  std::vector<Learner> at_end(Seconds time) {
    if (questions_ == nullptr) return {{time, nobody}};
    auto learners = coming(hearing(), time);
    if (steps_.is_done() && !learners.empty()) meet(learners);
    return learners;
  }

  /// The highest first.
  std::vector<Learner> waiting_at(Seconds died) const {
    std::set<int, std::greater<>> waiters;
    for (const NodeDeath& death : unanswered_)
      if (death.time == died && has_rank(death.node))
        for (const int rank : first_waiters(case_.pattern, places_.placement().at(death.node))) waiters.insert(rank);
    std::vector<Learner> learners;
    for (const int rank : waiters)
      if (!is_gone(node_of(rank))) learners.push_back({died, node_of(rank)});
    return learners;
  }

  /// A death in the middle of a step's work or its checkpoint is noticed where all meet, by who is there already: the
  /// highest first.
  std::vector<Learner> after_step(Seconds died) {
    enter_until(died);
    Step step = next_step();
    while (enter_until(step.end)) step = next_step();
    make(step, cut_short(step));
    if (steps_.is_done() || questions_ == nullptr) return at_end(std::max(step.end, died));
    return as_they_learn(step, died);
  }

  std::vector<Learner> as_they_learn(const Step& step, Seconds died) {
    std::map<int, Seconds> ends;
    for (const Learner& learner : step.learners) ends[learner.node] = learner.time;
    std::vector<Learner> there;
    std::vector<Learner> later;
    for (const Learner& learner : coming(hearing(), Seconds(0))) {
      const Seconds end = ends.at(learner.node);
      if (end <= died)
        there.push_back({died, learner.node});
      else
        later.push_back({end + learner.time, learner.node});
    }
    std::sort(there.begin(), there.end(), [this](const Learner& a, const Learner& b) {
      return places_.placement().at(a.node) > places_.placement().at(b.node);
    });
    std::stable_sort(later.begin(), later.end(), [](const Learner& a, const Learner& b) { return a.time < b.time; });
    there.insert(there.end(), later.begin(), later.end());
    return there;
  }

  /// The ranks whose checkpoint after the step was not written to its end.
  std::set<int> cut_short(const Step& step) const {
    std::set<int> ranks;
    for (const Learner& lost : step.lost) {
      const auto death = std::find_if(unanswered_.begin(), unanswered_.end(),
                                      [&lost](const NodeDeath& one) { return one.node == lost.node; });
      if (death->time < lost.time) ranks.insert(places_.placement().at(lost.node));
    }
    return ranks;
  }

  /// Who dies while others ask is known when they are told.
  void learn(std::vector<Learner> learners) {
    if (questions_ == nullptr) {
      for (const Learner& learner : learners) run_.end = std::max(run_.end, learner.time);
      enter_until(run_.end);
      return;
    }
    const auto lives = [this](int node, Seconds now) {
      enter_until(now);
      return !is_gone(node);
    };
    do {
      run_.end = std::max(run_.end, ask_about(unanswered_, learners, *questions_, lives));
      enter_until(run_.end);
    } while (!learners.empty() && is_anything_to_ask());
  }

  bool is_anything_to_ask() const {
    return std::any_of(unanswered_.begin(), unanswered_.end(), [this](const NodeDeath& death) {
      return death.time <= run_.end && questions_->is_reason(death.node, death.time);
    });
  }

  /// All read their newest checkpoint and go on from the oldest of these: an older one than most have, if a death cut
  /// the newest of a rank short. Reading one takes all ranks together the time of writing one. Who dies meanwhile is
  /// missed when it was read.
  void restore() {
    steps_.go_back();
    if (steps_.has_to_read()) {
      steps_.found(saved_.newest());
      if (steps_.position() != spares::StencilSteps::unknown && !read()) return;
    }
    if (steps_.agree(saved_.oldest())) read();
  }

  /// False if a rank dies meanwhile.
  bool read() {
    run_.end += checkpoint_;
    enter_until(run_.end);
    return !is_anybody_missing();
  }

  static constexpr int nobody = -1;

  const StencilCase& case_;
  NodeChanges& changes_;
  Questions* questions_;
  spares::StencilSteps steps_;
  spares::RankPlaces places_;
  spares::Traffic traffic_;
  RankWork work_;
  std::vector<Heard> hearing_{}; ///< empty: not worked out since ranks moved
  SavedCheckpoints saved_;
  std::optional<NodeChange> next_{};
  Seconds last_slowdown_{0};
  std::vector<NodeDeath> unanswered_{}; ///< in the order in which they died
  std::vector<bool> is_gone_;           ///< by node
  int injected_;
  Seconds checkpoint_; ///< of all ranks
  StencilRun run_;
};

/// Deaths that are known from the beginning.
class KnownDeaths final : public NodeChanges {
public:
  explicit KnownDeaths(const std::vector<NodeDeath>& deaths) : deaths_(deaths) {}

  std::optional<NodeChange> next() override {
    if (next_ == deaths_.size()) return std::nullopt;
    const NodeDeath& death = deaths_[next_++];
    return NodeChange{death.time, death.node};
  }

private:
  const std::vector<NodeDeath>& deaths_;
  std::size_t next_ = 0;
};

} // namespace

StencilRun run(const StencilCase& what, NodeChanges& changes, Questions* questions,
               std::vector<load::SharedNode> loaded) {
  return StencilJob(what, changes, questions, std::move(loaded)).run();
}

StencilRun run(const StencilCase& what, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded) {
  KnownDeaths changes(deaths);
  return run(what, changes, nullptr, std::move(loaded));
}

} // namespace daruma::fast
