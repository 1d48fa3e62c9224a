#include "models/spares/fast/stencil_job.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

namespace daruma::fast {

namespace spares = models::spares;

bool StencilJob::recover() {
  learn(notice());
  std::vector<int> failed;
  failed.reserve(unanswered_.size());
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

std::vector<Learner> StencilJob::notice() {
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

std::vector<Learner> StencilJob::coming(const std::vector<Heard>& order, Seconds from) const {
  std::vector<Learner> learners;
  for (const Heard& heard : order)
    if (!is_gone(node_of(heard.rank))) learners.push_back({from + heard.hops * case_.hop, node_of(heard.rank)});
  return learners;
}

std::vector<Learner> StencilJob::at_end(Seconds time) {
  if (questions_ == nullptr) return {{time, nobody}};
  auto learners = coming(hearing(), time);
  if (steps_.is_done() && !learners.empty()) meet(learners);
  return learners;
}

std::vector<Learner> StencilJob::waiting_at(Seconds died) const {
  std::set<int, std::greater<>> waiters;
  for (const NodeDeath& death : unanswered_)
    if (death.time == died && has_rank(death.node))
      for (const int rank : first_waiters(case_.pattern, places_.placement().at(death.node))) waiters.insert(rank);
  std::vector<Learner> learners;
  for (const int rank : waiters)
    if (!is_gone(node_of(rank))) learners.push_back({died, node_of(rank)});
  return learners;
}

std::vector<Learner> StencilJob::after_step(Seconds died) {
  enter_until(died);
  Step step = next_step();
  while (enter_until(step.end)) step = next_step();
  make(step, cut_short(step));
  if (steps_.is_done() || questions_ == nullptr) return at_end(std::max(step.end, died));
  return as_they_learn(step, died);
}

std::vector<Learner> StencilJob::as_they_learn(const Step& step, Seconds died) {
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

std::set<int> StencilJob::cut_short(const Step& step) const {
  std::set<int> ranks;
  for (const Learner& lost : step.lost) {
    const auto death = std::find_if(unanswered_.begin(), unanswered_.end(),
                                    [&lost](const NodeDeath& one) { return one.node == lost.node; });
    if (death->time < lost.time) ranks.insert(places_.placement().at(lost.node));
  }
  return ranks;
}

void StencilJob::learn(std::vector<Learner> learners) {
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

bool StencilJob::is_anything_to_ask() const {
  return std::any_of(unanswered_.begin(), unanswered_.end(), [this](const NodeDeath& death) {
    return death.time <= run_.end && questions_->is_reason(death.node, death.time);
  });
}

void StencilJob::restore() {
  steps_.go_back();
  if (steps_.has_to_read()) {
    steps_.found(saved_.newest());
    if (steps_.position() != spares::StencilSteps::unknown && !read()) return;
  }
  if (steps_.agree(saved_.oldest())) read();
}

bool StencilJob::read() {
  run_.end += checkpoint_;
  enter_until(run_.end);
  return !is_anybody_missing();
}

} // namespace daruma::fast
