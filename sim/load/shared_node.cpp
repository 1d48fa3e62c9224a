#include "sim/load/shared_node.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::load {

void SharedNode::arrive() {
  const Job job{virtual_now_ + arrivals_.next().work, now_};
  const auto leaves_later = [](const Job& a, const Job& b) { return a.leaves > b.leaves; };
  leaving_.insert(std::upper_bound(leaving_.begin(), leaving_.end(), job, leaves_later), job);
  arrivals_.advance();
}

void SharedNode::depart() {
  ++departed_.count;
  departed_.stayed += now_ - leaving_.back().came;
  leaving_.pop_back();
}

/// To the next event or `until`, whichever is sooner, with `own` processes here besides.
void SharedNode::serve(Seconds until, int own) {
  const int sharing = others() + own;
  const double stretched = stretch(sharing);
  const Seconds until_departure = leaving_.empty() ? never : (leaving_.back().leaves - virtual_now_) * stretched;
  const Seconds departure = now_ + std::max(Seconds(0), until_departure);
  const Seconds event = std::min({until, departure, arrivals_.next().time});
  if (sharing > 0) virtual_now_ += (event - now_) / stretched;
  now_ = event;
  if (event == arrivals_.next().time) {
    arrive();
  } else if (event == departure) {
    virtual_now_ = leaving_.back().leaves;
    depart();
  }
}

void SharedNode::idle(Seconds until) {
  while (now_ < until) serve(until, 0);
}

/// To the next event of any kind; false if there is none before `until`, or nobody to run.
bool SharedNode::step(Seconds until, std::vector<Seconds>& remaining) {
  int own = 0;
  Seconds least = never;
  for (const Seconds work : remaining)
    if (work > Seconds(0)) {
      ++own;
      least = std::min(least, work);
    }
  if (own == 0 || now_ >= until) return false;
  const Seconds before = virtual_now_;
  const Seconds finish = now_ + least * stretch(others() + own);
  serve(std::min(until, finish), own);
  const Seconds served = now_ == finish ? least : virtual_now_ - before;
  for (Seconds& work : remaining) work = std::max(Seconds(0), work - served);
  return true;
}

void SharedNode::run(Seconds until, std::vector<Seconds>& remaining) {
  while (step(until, remaining)) {}
}

Seconds SharedNode::end_of_first(std::vector<Seconds> remaining) const {
  const auto has_ended = [](Seconds work) { return work <= Seconds(0); };
  if (remaining.empty()) return never;
  SharedNode future = *this;
  while (std::none_of(remaining.begin(), remaining.end(), has_ended)) future.step(never, remaining);
  return future.now();
}

/// What each job of the background gets in such a phase: as much as the own processes, and all that they leave.
Seconds SharedNode::service_in(Seconds phase, Seconds work, int own) const {
  const double alone = stretch(others());
  return own == 0 ? phase / alone : work + (phase - work * stretch(others() + own)) / alone;
}

double SharedNode::phases_without_change(Seconds phase, Seconds work, int own) const {
  const Seconds until_arrival = arrivals_.next().time - now_;
  if (until_arrival < phase) return 0;
  if (leaving_.empty()) return std::floor(until_arrival / phase);
  const Seconds until_departure = leaving_.back().leaves - virtual_now_;
  const Seconds service = service_in(phase, work, own);
  if (until_departure < service) return 0;
  return std::floor(std::min(until_arrival / phase, until_departure / service));
}

void SharedNode::skip(double phases, Seconds phase, Seconds work, int own) {
  if (!leaving_.empty()) virtual_now_ += service_in(phase, work, own) * phases;
  now_ += phase * phases;
}

} // namespace daruma::load
