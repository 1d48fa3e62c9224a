#include "sim/batch/quotas.hpp"

#include <algorithm>

namespace daruma::batch {

bool Quotas::is_any() const {
  return std::any_of(partitions_.begin(), partitions_.end(),
                     [](const PartitionQuota& one) { return one.of_all < none || one.of_user < none; });
}

int Quotas::most(const Requester& who) const {
  int most = none;
  each(who, [&](const Key& /*key*/, int allowed) { most = std::min(most, allowed); });
  return most;
}

QuotasNow::QuotasNow(const Quotas& quotas, const std::vector<RunningShare>& shares) : quotas_(&quotas) {
  for (const RunningShare& one : shares) take(one.who, one.processors);
}

int QuotasNow::left(const Requester& who) const {
  int left = std::numeric_limits<int>::max();
  quotas_->each(who, [&](const Quotas::Key& key, int allowed) {
    const auto used = used_.find(key);
    left = std::min(left, allowed - (used == used_.end() ? 0 : used->second));
  });
  return left;
}

void QuotasNow::take(const Requester& who, int processors) {
  quotas_->each(who, [&](const Quotas::Key& key, int /*allowed*/) { used_[key] += processors; });
}

namespace {

/// Those that run under a limit, as steps are made of them.
struct Counted {
  int allowed;
  int used = 0;
  std::vector<RunningJob> running{};
};

} // namespace

QuotaPlan::QuotaPlan(Seconds now, const Quotas& quotas, const std::vector<RunningShare>& shares)
    : begin_(now), quotas_(&quotas) {
  std::map<Quotas::Key, Counted> all;
  for (const RunningShare& one : shares)
    quotas.each(one.who, [&](const Quotas::Key& key, int allowed) {
      Counted& counted = all.try_emplace(key, Counted{allowed}).first->second;
      counted.used += one.processors;
      counted.running.push_back({one.end_by, 0, one.processors});
    });
  for (const auto& [key, counted] : all)
    steps_.emplace(key, FreeSteps(now, counted.allowed - counted.used, counted.running));
}

bool QuotaPlan::fits(const Requester& who, int processors, Seconds start, Seconds length) const {
  bool fits = true;
  quotas_->each(who, [&](const Quotas::Key& key, int allowed) {
    const auto steps = steps_.find(key);
    fits = fits && (steps == steps_.end() ? processors <= allowed : steps->second.fits(processors, start, length));
  });
  return fits;
}

template <class Change> void QuotaPlan::change(const Requester& who, Change change) {
  quotas_->each(who, [&](const Quotas::Key& key, int allowed) {
    change(steps_.try_emplace(key, FreeSteps(begin_, allowed, {})).first->second);
  });
}

void QuotaPlan::take(const Requester& who, int processors, Seconds start, Seconds length) {
  change(who, [=](FreeSteps& steps) { steps.take(processors, start, length); });
}

void QuotaPlan::give(const Requester& who, int processors, Seconds start, Seconds length) {
  change(who, [=](FreeSteps& steps) { steps.give(processors, start, length); });
}

Seconds QuotaPlan::next_step(Seconds time) const {
  Seconds next = never;
  for (const auto& [key, steps] : steps_) next = std::min(next, steps.next_step(time));
  return next;
}

namespace {

FreeSteps steps_of_work(Seconds now, const std::vector<RunningShare>& shares) {
  int used = 0;
  std::vector<RunningJob> running;
  for (const RunningShare& one : shares) {
    used += one.processors;
    running.push_back({one.limit_by, 0, one.processors});
  }
  std::sort(running.begin(), running.end());
  return {now, -used, running};
}

} // namespace

PowerPlan::PowerPlan(Seconds now, const PowerRoom& room, const std::vector<RunningShare>& shares)
    : room_(room), steps_(steps_of_work(now, shares)) {}

/// Work and cap are looked at between their changes; when no work changes any more, a day has all caps.
int PowerPlan::least(Seconds start, Seconds length) const {
  constexpr Seconds day{86400};
  const Seconds until = std::min(start + length, std::max(start, steps_.last_step()) + day);
  int least = room_.cap->cores(start, room_.idle) + steps_.least(start, Seconds(0));
  for (Seconds time = next_step(start); time < until; time = next_step(time))
    least = std::min(least, room_.cap->cores(time, room_.idle) + steps_.least(time, Seconds(0)));
  return least;
}

Seconds PowerPlan::next_step(Seconds time) const {
  return std::min(steps_.next_step(time), room_.cap->next_change(time));
}

} // namespace daruma::batch
