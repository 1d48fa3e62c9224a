#include "sim/fast/quantum_node.hpp"

#include <algorithm>

namespace daruma::fast {

void QuantumNode::admit() {
  for (; arrivals_.next().time <= now_; arrivals_.advance(), ++others_)
    queue_.push_back({background, arrivals_.next().work});
}

/// The first in the queue computes; whoever arrives meanwhile stands before it when it queues again.
void QuantumNode::take_turn(Seconds until, std::vector<Seconds>& remaining, int& own) {
  Job job = queue_.front();
  queue_.pop_front();
  const Seconds turn = std::min({quantum_, job.work, until - now_});
  now_ += turn;
  job.work = turn == job.work ? Seconds(0) : job.work - turn;
  if (job.own != background) remaining[static_cast<std::size_t>(job.own)] = job.work;
  admit();
  if (job.work > Seconds(0))
    queue_.push_back(job);
  else
    --(job.own == background ? others_ : own);
}

void QuantumNode::run(Seconds until, std::vector<Seconds>& remaining) {
  int own = 0;
  for (std::size_t i = 0; i < remaining.size(); ++i)
    if (remaining[i] > Seconds(0)) {
      queue_.push_back({static_cast<int>(i), remaining[i]});
      ++own;
    }
  while (own > 0 && now_ < until) take_turn(until, remaining, own);
  const auto is_own = [](const Job& job) { return job.own != background; };
  queue_.erase(std::remove_if(queue_.begin(), queue_.end(), is_own), queue_.end());
}

void QuantumNode::idle(Seconds until) {
  std::vector<Seconds> nobody;
  int own = 0;
  while (now_ < until) {
    if (queue_.empty()) now_ = std::min(until, arrivals_.next().time);
    admit();
    if (!queue_.empty() && now_ < until) take_turn(until, nobody, own);
  }
}

} // namespace daruma::fast
