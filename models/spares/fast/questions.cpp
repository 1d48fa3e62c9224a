#include "models/spares/fast/questions.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

namespace daruma::fast {

void meet(std::vector<Learner>& learners) {
  std::sort(learners.begin(), learners.end(), [](const Learner& a, const Learner& b) {
    return a.time > b.time || (a.time == b.time && a.node < b.node);
  });
  const Seconds end = learners.front().time;
  for (Learner& learner : learners) learner.time = end;
}

Seconds ask_about(const std::vector<NodeDeath>& dead, std::vector<Learner>& learners, Questions& questions,
                  const Lives& lives) {
  constexpr int nobody = -1;
  using Turn = std::tuple<Seconds, std::size_t, int>; // when, which of the learners, about whom it is told then
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
  for (std::size_t i = 0; i < learners.size(); ++i) turns.emplace(learners[i].time, i, nobody);
  std::optional<Seconds> revoked;
  std::vector<Learner> met;
  while (!turns.empty()) {
    const auto [now, number, about] = turns.top();
    turns.pop();
    const Learner& learner = learners[number];
    if (revoked && about == nobody && learner.heeds_revocation) {
      met.push_back({*revoked, learner.node});
      continue;
    }
    if (!lives(learner.node, now)) continue;
    if (about != nobody) questions.conclude(learner.node, about, now);
    const auto next = std::find_if(dead.begin(), dead.end(), [&questions, &learner](const NodeDeath& death) {
      return death.time <= learner.time && questions.is_reason(death.node, death.time);
    });
    if (next != dead.end()) {
      turns.emplace(now + questions.ask(learner.node, next->node, now), number, next->node);
      continue;
    }
    if (!revoked) revoked = now;
    met.push_back({now, learner.node});
  }
  learners = std::move(met);
  if (learners.empty()) return Seconds(0);
  meet(learners);
  return learners.front().time;
}

} // namespace daruma::fast
