#include "models/spares/fast/stencil_job.hpp"

#include <algorithm>

namespace daruma::fast {

namespace spares = models::spares;

StencilRun StencilJob::run() {
  note_exchange();
  next_ = changes_.next();
  run_.finished = outlive();
  run_.position = static_cast<int>(steps_.position());
  return run_;
}

bool StencilJob::outlive() {
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

void StencilJob::enter_next() {
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

bool StencilJob::enter_until(Seconds time) {
  if (!next_ || next_->time > time) return false;
  while (next_ && next_->time <= time) enter_next();
  return true;
}

bool StencilJob::is_anybody_missing() const {
  return std::any_of(unanswered_.begin(), unanswered_.end(),
                     [this](const NodeDeath& death) { return has_rank(death.node); });
}

Seconds StencilJob::together(const StencilCase& what) {
  if (what.checkpoint_every == 0) return Seconds(0);
  return last_end(what.checkpoint, std::vector<Seconds>(static_cast<std::size_t>(what.pattern.ranks()), Seconds(0)));
}

int StencilJob::most_injected() const {
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

void StencilJob::note_exchange() {
  Seconds time = traffic_.collisions() * (case_.message / case_.link);
  if (case_.injection > BytesPerSecond(0)) time = std::max(time, injected_ * (case_.message / case_.injection));
  exchanges().each = time + traffic_.longest_way() * case_.hop;
  hearing_.clear();
}

const std::vector<Heard>& StencilJob::hearing() {
  if (hearing_.empty()) hearing_ = order_of_hearing(case_.layout.network(), nodes());
  return hearing_;
}

StencilJob::Step StencilJob::next_step() {
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

StencilJob::Step StencilJob::like_step(Step step) const {
  step.end = step.end + case_.work + (step.saves ? checkpoint_ : Seconds(0));
  for (const NodeDeath& death : unanswered_)
    if (has_rank(death.node)) step.lost.push_back({step.end, death.node});
  return step;
}

void StencilJob::save(Step& step) const {
  std::vector<Seconds> begins;
  begins.reserve(step.learners.size());
  for (const Learner& learner : step.learners) begins.push_back(learner.time);
  for (Learner& lost : step.lost) {
    std::vector<Seconds> with = begins;
    const auto place = with.insert(std::upper_bound(with.begin(), with.end(), lost.time), lost.time);
    lost.time = ends(case_.checkpoint, with)[static_cast<std::size_t>(place - with.begin())];
  }
  const std::vector<Seconds> saved = ends(case_.checkpoint, begins);
  for (std::size_t i = 0; i < saved.size(); ++i) step.learners[i].time = saved[i];
}

Seconds StencilJob::time_to_examine(int node, Seconds begin, Seconds end) const {
  if (questions_ == nullptr || !work_.has_slow_nodes()) return Seconds(0);
  return questions_->time_to_examine(node, work_.times_longer(node, begin, end), end);
}

void StencilJob::make(const Step& step, const std::set<int>& cut_short) {
  if (questions_ != nullptr && work_.has_slow_nodes()) examine();
  work_.keep_step();
  run_.end = step.end;
  steps_.advance();
  if (step.saves) saved_.save(steps_.position(), cut_short);
  exchanges().count += 1;
}

void StencilJob::examine() {
  const Seconds begin = run_.end + exchange();
  work_.try_step();
  for (const int node : nodes()) {
    if (is_gone(node)) continue;
    const Seconds end = work_.end_of_work(node, begin);
    if (time_to_examine(node, begin, end) > Seconds(0))
      questions_->examine(node, work_.times_longer(node, begin, end), end);
  }
}

void StencilJob::advance(Seconds until) {
  while (!steps_.is_done()) {
    if (const auto pace = steady_pace()) return make_like_steps_until(until, *pace);
    const Step step = next_step();
    if (step.end > until) return;
    make(step);
  }
}

std::optional<StencilJob::Pace> StencilJob::steady_pace() {
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

bool StencilJob::is_to_be_examined(Seconds begin) {
  return std::any_of(nodes().begin(), nodes().end(), [&](int node) {
    return time_to_examine(node, begin, work_.end_of_work(node, begin)) > Seconds(0);
  });
}

Seconds StencilJob::duration(std::int64_t steps, const Pace& pace) const {
  const Seconds step = exchange() + pace.work;
  return static_cast<double>(steps) * step + static_cast<double>(steps_.saves_within(steps)) * pace.save;
}

void StencilJob::make_like_steps_until(Seconds until, const Pace& pace) {
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

} // namespace daruma::fast
