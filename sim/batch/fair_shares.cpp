#include "sim/batch/fair_shares.hpp"

#include <cmath>

namespace daruma::batch {

/// What was used before decays, and so does what is used since, from the moment of its use.
double FairShares::used(const Usage& usage, Seconds now) const {
  const double kept = std::exp2(-((now - usage.counted) / half_life_));
  return usage.used * kept + usage.processors * (half_life_.count() / std::log(2.0)) * (1 - kept);
}

void FairShares::count(Usage& usage, int processors, Seconds now) const {
  usage.used = used(usage, now);
  usage.counted = now;
  usage.processors += processors;
}

void FairShares::come(int user) {
  if (users_.try_emplace(user).second) factors_.clear();
}

void FairShares::change(int user, int processors, Seconds now) {
  count(users_[user], processors, now);
  count(all_, processors, now);
  factors_.clear();
}

double FairShares::factor(int user, Seconds now) const {
  if (asked_ != now) factors_.clear();
  asked_ = now;
  const auto [known, is_new] = factors_.try_emplace(user, 1);
  if (!is_new) return known->second;
  const auto found = users_.find(user);
  const double all = used(all_, now);
  if (found == users_.end() || all <= 0) return 1;
  const double share = 1 / static_cast<double>(users_.size());
  return known->second = std::exp2(-(used(found->second, now) / all / share));
}

} // namespace daruma::batch
