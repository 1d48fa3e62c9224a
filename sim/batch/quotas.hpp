// What may run at once, wherever it is: limits on the jobs of a partition, on those of each user there, and a power cap
// on all.
//
// Limits are counted in cores. A job that runs counts until the end of its limit, as far as plans tell; who runs beyond
// that counts as long as it is there, but is expected to end at any moment. Jobs in no partition, and users who are not
// known, have no limits but the cap.
#pragma once

#include "sim/batch/free_steps.hpp"
#include "sim/batch/power_cap.hpp"
#include "sim/batch/requester.hpp"

#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace daruma::batch {

/// The most cores that jobs of a partition have at once.
struct PartitionQuota {
  int of_all = std::numeric_limits<int>::max();
  int of_user = std::numeric_limits<int>::max();
};

class Quotas {
public:
  using Key = std::pair<int, int>; ///< partition and user, or `all_users`
  static constexpr int all_users = -1;

  /// By place of the partition.
  explicit Quotas(std::vector<PartitionQuota> partitions) : partitions_(std::move(partitions)) {}

  bool is_any() const;
  /// Tells `use` of each limit under which they are: its key, and how many cores it allows.
  template <class Use> void each(const Requester& who, Use use) const {
    if (who.partition == no_partition) return;
    const PartitionQuota& quota = partitions_[static_cast<std::size_t>(who.partition)];
    if (quota.of_all < none) use(Key{who.partition, all_users}, quota.of_all);
    if (quota.of_user < none && who.user != 0) use(Key{who.partition, who.user}, quota.of_user);
  }
  /// The most that a job of theirs can ever have.
  int most(const Requester&) const;

private:
  static constexpr int none = std::numeric_limits<int>::max();
  std::vector<PartitionQuota> partitions_;
};

/// What the limits leave now, as jobs are given it one after the other.
class QuotasNow {
public:
  QuotasNow(const Quotas& quotas, const std::vector<RunningShare>& shares);
  /// How many cores more they may have.
  int left(const Requester&) const;
  void take(const Requester&, int processors);

private:
  const Quotas* quotas_;
  std::map<Quotas::Key, int> used_{};
};

/// What the limits leave at times to come.
class QuotaPlan {
public:
  QuotaPlan(Seconds now, const Quotas& quotas, const std::vector<RunningShare>& shares);
  bool fits(const Requester&, int processors, Seconds start, Seconds length) const;
  void take(const Requester&, int processors, Seconds start, Seconds length);
  void give(const Requester&, int processors, Seconds start, Seconds length);
  /// When something changes after that time; never: nothing does.
  Seconds next_step(Seconds time) const;

private:
  template <class Change> void change(const Requester&, Change change);

  Seconds begin_;
  const Quotas* quotas_;
  std::map<Quotas::Key, FreeSteps> steps_{}; ///< of those that anybody comes under
};

/// What a power cap leaves at times to come, by limits also under a policy that expects less.
class PowerPlan {
public:
  PowerPlan(Seconds now, const PowerRoom& room, const std::vector<RunningShare>& shares);
  bool fits(int processors, Seconds start, Seconds length) const { return least(start, length) >= processors; }
  /// The fewest cores that may start work at any time of that; below 0 where more work than the cap allows.
  int least(Seconds start, Seconds length) const;
  void take(int processors, Seconds start, Seconds length) { steps_.take(processors, start, length); }
  void give(int processors, Seconds start, Seconds length) { steps_.give(processors, start, length); }
  /// When work or the cap changes after that time, and when work does; never: it does not.
  Seconds next_step(Seconds time) const;
  Seconds next_work_step(Seconds time) const { return steps_.next_step(time); }

private:
  PowerRoom room_;
  FreeSteps steps_; ///< of which 0 is what is idle if nothing works
};

} // namespace daruma::batch
