#include "sim/load/quantum_node.hpp"

#include <algorithm>

namespace daruma::load {

void QuantumNode::admit() {
  now_ = arrivals_.next().time;
  queue_.push_back({background, arrivals_.next().work});
  ++others_;
  arrivals_.advance();
}

void QuantumNode::give_turns() {
  while (turns_.size() < cores_ && !queue_.empty()) {
    turns_.push_back({queue_.front(), now_ + std::min(quantum_, queue_.front().work / speed_)});
    queue_.pop_front();
  }
}

/// True if the job is done.
bool QuantumNode::end_turn(std::vector<Turn>::iterator turn) {
  now_ = turn->ends;
  Job job = turn->job;
  turns_.erase(turn);
  const Seconds served = quantum_ * speed_;
  const bool is_done = job.work <= served;
  job.work -= served;
  if (!is_done) queue_.push_back(job);
  if (is_done && job.own == background) --others_;
  return is_done;
}

std::optional<int> QuantumNode::serve(Seconds until) {
  while (true) {
    give_turns();
    const auto first =
        std::min_element(turns_.begin(), turns_.end(), [](const Turn& a, const Turn& b) { return a.ends < b.ends; });
    const Seconds ends = first == turns_.end() ? never : first->ends;
    const Seconds arrives = arrivals_.next().time;
    if (std::min(ends, arrives) > until) break;
    if (arrives <= ends) {
      admit();
    } else if (const int own = first->job.own; end_turn(first) && own != background) {
      return own;
    }
  }
  now_ = until;
  return std::nullopt;
}

void QuantumNode::join(int own, Seconds work) { queue_.push_back({own, work}); }

Seconds QuantumNode::left(const Turn& turn) const {
  const Seconds lasts = std::min(quantum_, turn.job.work / speed_);
  return turn.job.work - (lasts - (turn.ends - now_)) * speed_;
}

void QuantumNode::slow_down(double fraction) {
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) queue_.push_front({turn->job.own, left(*turn)});
  turns_.clear();
  speed_ = fraction;
}

Seconds QuantumNode::leave(int own) {
  const auto queued = std::find_if(queue_.begin(), queue_.end(), [own](const Job& job) { return job.own == own; });
  if (queued != queue_.end()) {
    const Seconds work = queued->work;
    queue_.erase(queued);
    return work;
  }
  const auto turn = std::find_if(turns_.begin(), turns_.end(), [own](const Turn& one) { return one.job.own == own; });
  const Seconds work = left(*turn);
  turns_.erase(turn);
  return work;
}

void QuantumNode::run(Seconds until, std::vector<Seconds>& remaining) {
  int own = 0;
  for (std::size_t i = 0; i < remaining.size(); ++i)
    if (remaining[i] > Seconds(0)) {
      join(static_cast<int>(i), remaining[i]);
      ++own;
    }
  for (; own > 0; --own) {
    const auto ended = serve(until);
    if (!ended) break;
    remaining[static_cast<std::size_t>(*ended)] = Seconds(0);
  }
  for (std::size_t i = 0; own > 0 && i < remaining.size(); ++i)
    if (remaining[i] > Seconds(0)) remaining[i] = leave(static_cast<int>(i));
}

void QuantumNode::idle(Seconds until) { serve(until); }

} // namespace daruma::load
