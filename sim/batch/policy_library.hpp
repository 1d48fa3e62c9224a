// Policies in shared libraries of the user's, as include/daruma_policy.h describes them: found by file where others are
// found by name. A library is loaded once, and stays.
#pragma once

#include "sim/batch/failure_policy.hpp"
#include "sim/batch/policy_error.hpp"
#include "sim/batch/preemption.hpp"
#include "sim/batch/queue_policy.hpp"
#include "sim/scenario/policy_name.hpp"

#include <string>

namespace daruma::batch {

template <class Policy> struct LibraryPolicy {
  const Policy* policy; ///< null if it has none
  std::string problem;  ///< why
};

/// The policy of that kind in the library of that file. Asked for what it decides, it throws PolicyError.
template <class Policy> LibraryPolicy<Policy> policy_in_library(const std::string& file);
template <> LibraryPolicy<QueuePolicy> policy_in_library(const std::string& file);
template <> LibraryPolicy<PreemptionPolicy> policy_in_library(const std::string& file);
template <> LibraryPolicy<FailurePolicy> policy_in_library(const std::string& file);

/// The policy that a scenario names; null if there is none.
template <class Policy> const Policy* find_policy(const Registry<Policy>& all, const std::string& name) {
  return scenario::is_policy_library(name) ? policy_in_library<Policy>(name).policy : find_entry(all, name);
}

} // namespace daruma::batch
