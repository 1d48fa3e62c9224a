#include "sim/load/quantum_node.hpp"

#include <algorithm>

namespace daruma::load {

void QuantumNode::admit() {
  now_ = arrivals_.next().time;
  queue_.push_back({background, arrivals_.next().work});
  ++others_;
  arrivals_.advance();
}

void QuantumNode::start_slices() {
  while (slices_.size() < cores_ && !queue_.empty()) {
    slices_.push_back({queue_.front(), now_ + std::min(quantum_, queue_.front().work / speed_)});
    queue_.pop_front();
  }
}

/// True if the job is done.
bool QuantumNode::end_slice(std::vector<TimeSlice>::iterator slice) {
  now_ = slice->ends;
  Job job = slice->job;
  slices_.erase(slice);
  const Seconds served = quantum_ * speed_;
  const bool is_done = job.work <= served;
  job.work -= served;
  if (!is_done) queue_.push_back(job);
  if (is_done && job.own == background) --others_;
  return is_done;
}

std::optional<int> QuantumNode::serve(Seconds until) {
  while (true) {
    start_slices();
    const auto first = std::min_element(slices_.begin(), slices_.end(),
                                        [](const TimeSlice& a, const TimeSlice& b) { return a.ends < b.ends; });
    const Seconds ends = first == slices_.end() ? never : first->ends;
    const Seconds arrives = arrivals_.next().time;
    if (std::min(ends, arrives) > until) break;
    if (arrives <= ends) {
      admit();
    } else if (const int own = first->job.own; end_slice(first) && own != background) {
      return own;
    }
  }
  now_ = until;
  return std::nullopt;
}

void QuantumNode::join(int own, Seconds work) { queue_.push_back({own, work}); }

Seconds QuantumNode::left(const TimeSlice& slice) const {
  const Seconds lasts = std::min(quantum_, slice.job.work / speed_);
  return slice.job.work - (lasts - (slice.ends - now_)) * speed_;
}

/// Whoever had a turn is the next to have one.
void QuantumNode::break_off_slices() {
  for (auto slice = slices_.rbegin(); slice != slices_.rend(); ++slice)
    queue_.push_front({slice->job.own, left(*slice)});
  slices_.clear();
}

void QuantumNode::slow_down(double fraction) {
  break_off_slices();
  speed_ = fraction;
}

void QuantumNode::stretch(int own, double times) {
  break_off_slices();
  for (Job& job : queue_)
    if (job.own == own) job.work *= times;
}

Seconds QuantumNode::leave(int own) {
  const auto queued = std::find_if(queue_.begin(), queue_.end(), [own](const Job& job) { return job.own == own; });
  if (queued != queue_.end()) {
    const Seconds work = queued->work;
    queue_.erase(queued);
    return work;
  }
  const auto slice =
      std::find_if(slices_.begin(), slices_.end(), [own](const TimeSlice& one) { return one.job.own == own; });
  const Seconds work = left(*slice);
  slices_.erase(slice);
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
