// A stencil job without ranks as it goes through its steps (stencil.hpp): what happens to its nodes, who notices a
// death, and where it goes on.
#pragma once

#include "models/spares/fast/hearing.hpp"
#include "models/spares/fast/rank_work.hpp"
#include "models/spares/fast/saved_checkpoints.hpp"
#include "models/spares/fast/stencil.hpp"
#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/logic/traffic.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace daruma::fast {

class StencilJob {
public:
  StencilJob(const StencilCase& what, NodeChanges& changes, Questions* questions, std::vector<load::SharedNode> loaded)
      : case_(what), changes_(changes), questions_(questions), steps_(what.steps, what.checkpoint_every),
        places_(what.layout, what.policy), traffic_(what.layout.network(), what.pattern, nodes()),
        work_(what.work, std::move(loaded)), is_gone_(static_cast<std::size_t>(what.layout.network().nodes()), false),
        injected_(most_injected()), checkpoint_(together(what)) {}

  StencilRun run();

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
  bool outlive();

  // --- What happens to nodes
  void enter_next();
  /// Whether anything has happened until then that was not known.
  bool enter_until(Seconds time);
  bool is_anybody_missing() const;

  // --- Steps
  /// How long a checkpoint takes that all ranks begin at once; nothing where none are made.
  static Seconds together(const StencilCase& what);
  /// The most messages that one node sends or takes in; the same wherever its rank is.
  int most_injected() const;
  Exchanges& exchanges() { return run_.by_failures[places_.failures()]; }
  Seconds exchange() const { return run_.by_failures.at(places_.failures()).each; }

  void note_exchange();
  /// In which order the ranks begin their work.
  const std::vector<Heard>& hearing();
  bool are_all_alike() const { return questions_ == nullptr && !work_.is_loaded() && !work_.has_slow_nodes(); }

  /// Who is done with its work asks why that took so long, and then writes its checkpoint.
  Step next_step();
  /// Whoever they are, they all end at one time.
  Step like_step(Step step) const;
  void save(Step& step) const;
  Seconds time_to_examine(int node, Seconds begin, Seconds end) const;
  /// The last that was tried.
  void make(const Step& step, const std::set<int>& cut_short = {});
  void examine();
  /// Works until then, or until all is done; a step that would not be over by then is not begun.
  void advance(Seconds until);
  /// Of steps that are all alike until anything happens.
  struct Pace {
    Seconds work;
    Seconds save; ///< what a checkpoint adds
  };
  std::optional<Pace> steady_pace();
  bool is_to_be_examined(Seconds begin);
  /// The time of so many further steps, with the checkpoints that follow upon them.
  Seconds duration(std::int64_t steps, const Pace& pace) const;
  void make_like_steps_until(Seconds until, const Pace& pace);

  // --- Deaths
  /// False if there is no answer to them.
  bool recover();
  /// Who learns first that somebody is missing, and when: who waits for the dead in an exchange, or all where they
  /// meet.
  std::vector<Learner> notice();
  /// Those who live, as they come.
  std::vector<Learner> coming(const std::vector<Heard>& order, Seconds from) const;
  /// Of a reading or of the last step: who came last to where all meet goes on first.
  std::vector<Learner> at_end(Seconds time);
  /// The highest first.
  std::vector<Learner> waiting_at(Seconds died) const;
  /// A death in the middle of a step's work or its checkpoint is noticed where all meet, by who is there already: the
  /// highest first.
  std::vector<Learner> after_step(Seconds died);
  std::vector<Learner> as_they_learn(const Step& step, Seconds died);
  /// The ranks whose checkpoint after the step was not written to its end.
  std::set<int> cut_short(const Step& step) const;
  /// Who dies while others ask is known when they are told.
  void learn(std::vector<Learner> learners);
  bool is_anything_to_ask() const;
  /// All read their newest checkpoint and go on from the oldest of these: an older one than most have, if a death cut
  /// the newest of a rank short. Reading one takes all ranks together the time of writing one. Who dies meanwhile is
  /// missed when it was read.
  void restore();
  /// False if a rank dies meanwhile.
  bool read();

  static constexpr int nobody = -1;

  const StencilCase& case_;
  NodeChanges& changes_;
  Questions* questions_;
  models::spares::StencilSteps steps_;
  models::spares::RankPlaces places_;
  models::spares::Traffic traffic_;
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

} // namespace daruma::fast
