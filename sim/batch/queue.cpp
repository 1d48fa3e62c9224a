#include "sim/batch/queue.hpp"

#include <algorithm>

namespace daruma::batch {

const std::vector<QueuePolicy>& queue_policies() {
  static const std::vector<QueuePolicy> all{
      {"fcfs", choose_fcfs},
      {"easy", choose_easy},
  };
  return all;
}

const QueuePolicy* find_queue_policy(std::string_view name) {
  const auto& all = queue_policies();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const QueuePolicy& policy) { return policy.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::batch
