#include "sim/batch/failure_policy.hpp"

#include <algorithm>

namespace daruma::batch {

const std::vector<FailurePolicy>& failure_policies() {
  static const std::vector<FailurePolicy> all{
      {"rerun", Resumption::from_start, SpareUse::none, answer_rerun},
      {"restart", Resumption::from_checkpoint, SpareUse::none, answer_restart},
      {"spare", Resumption::from_checkpoint, SpareUse::taken, answer_spare},
      {"shrink", Resumption::from_checkpoint, SpareUse::none, answer_shrink},
  };
  return all;
}

const FailurePolicy* find_failure_policy(std::string_view name) {
  const auto& all = failure_policies();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const FailurePolicy& policy) { return policy.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::batch
