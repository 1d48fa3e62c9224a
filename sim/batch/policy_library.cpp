#include "sim/batch/policy_library.hpp"

#include "sim/batch/include/daruma_policy.h"
#include "sim/batch/profile.hpp"
#include "sim/core/crash.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

namespace daruma::batch {

namespace {

// In C++ the objects of that name hide these structures.
using QueueObject = struct daruma_queue_policy;
using RoomObject = struct daruma_room_policy;
using FailureObject = struct daruma_failure_policy;

// --- Libraries

/// Its object of that name with that function; null, and `problem` says why, if it has none that can be used.
template <class Object, class Function>
const Object* object_of(const std::string& file, const char* name, Function Object::*decide, std::string& problem) {
  void* const library = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    problem = fmt::format("cannot be loaded: {}", ::dlerror());
    return nullptr;
  }
  const auto* const object = static_cast<const Object*>(::dlsym(library, name));
  if (object == nullptr)
    problem = fmt::format("{} does not define {}, which daruma_policy.h describes", file, name);
  else if (object->version != DARUMA_POLICY_VERSION)
    problem = fmt::format("{}: its {} says version {}, and this Daruma knows {}", file, name, object->version,
                          DARUMA_POLICY_VERSION);
  else if (object->*decide == nullptr)
    problem = fmt::format("{}: its {} has no function", file, name);
  return problem.empty() ? object : nullptr;
}

template <class Policy> struct Loaded {
  std::unique_ptr<const Policy> policy;
  std::string problem;
};

/// The policy that `make` makes of the library's object of that name, which decides by that function.
template <class Policy, class Object, class Function>
LibraryPolicy<Policy> loaded(const std::string& file, const char* name, Function Object::*decide,
                             Policy (*make)(const Object&, std::string_view)) {
  static std::mutex mutex;
  static std::map<std::string, Loaded<Policy>> all; // policies have their names from its keys
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = all.try_emplace(file);
  auto& [policy, problem] = entry->second;
  if (const Object* const object = is_new ? object_of(file, name, decide, problem) : nullptr)
    policy = std::make_unique<const Policy>(make(*object, entry->first));
  return {policy.get(), problem};
}

/// A crash meanwhile is the library's.
template <class Question> void ask(std::string_view library, Question question) {
  const InForeignCode guard(library);
  question();
}

// --- Which of those who wait start

std::vector<daruma_waiting_job> waiting_in(const Situation& now, const FreeNow& free) {
  std::vector<daruma_waiting_job> waiting;
  waiting.reserve(now.waiting.size());
  for (const WaitingJob& one : now.waiting)
    waiting.push_back({one.job, one.processors, one.submit.count(), one.limit.count(), one.who.user, one.who.partition,
                       one.is_urgent, free.room_for(one).has_value()});
  return waiting;
}

std::vector<daruma_running_job> running_in(const Situation& now) {
  std::vector<daruma_running_job> running;
  running.reserve(now.running.size());
  for (const RunningJob& one : now.running) running.push_back({one.job, one.processors, one.end_by.count()});
  return running;
}

Choice choose_by(const QueueObject& policy, std::string_view name, const Situation& now) {
  FreeNow free(now);
  const std::vector<daruma_waiting_job> waiting = waiting_in(now, free);
  const std::vector<daruma_running_job> running = running_in(now);
  std::vector<char> starts(waiting.size(), 0);
  const daruma_queue queue{now.now.count(), now.free, waiting.size(), waiting.data(), running.size(), running.data()};
  ask(name, [&] { policy.choose(&queue, starts.data()); });
  Choice choice;
  long long asked = 0;
  for (std::size_t place = 0; place < starts.size(); ++place) {
    if (starts[place] == 0) continue;
    asked += waiting[place].processors;
    const auto room = free.room_for(now.waiting[place]);
    if (!room || !free.take(now.waiting[place], *room)) continue;
    choice.places.push_back(place);
    choice.keep_where(place, *room);
  }
  if (asked > now.free)
    throw PolicyError(fmt::format("{}: at {:.9g} s it starts jobs of {} processors where {} are free", name,
                                  now.now.count(), asked, now.free));
  return choice;
}

QueuePolicy queue_policy(const QueueObject& policy, std::string_view name) {
  const auto choose = [&policy, name](const Situation& now) { return choose_by(policy, name, now); };
  return {name, "of a library", policy.needs_limits != 0 ? Limits::needed : Limits::ignored, choose};
}

// --- Who makes room for an urgent job

std::vector<ResizeDecision> room_by(const RoomObject& policy, std::string_view name, int lacking,
                                    const std::vector<Allocation>& allocations) {
  std::vector<daruma_allocation> given;
  std::vector<int> keeps;
  for (const Allocation& one : allocations) {
    given.push_back({one.job, one.processors, one.fewest, one.since.count()});
    keeps.push_back(one.processors);
  }
  const daruma_room room{lacking, given.size(), given.data()};
  ask(name, [&] { policy.make_room(&room, keeps.data()); });
  std::vector<ResizeDecision> decisions;
  long long freed = 0;
  for (std::size_t i = 0; i < keeps.size(); ++i) {
    const Allocation& one = allocations[i];
    if (keeps[i] == one.processors) continue;
    if (keeps[i] != 0 && (keeps[i] < one.fewest || keeps[i] > one.processors))
      throw PolicyError(fmt::format("{}: job {} is to go on with {} processors; it has {} and needs at least {}", name,
                                    one.job, keeps[i], one.processors, one.fewest));
    freed += one.processors - keeps[i];
    decisions.push_back({one.job, keeps[i]});
  }
  if (!decisions.empty() && freed < lacking)
    throw PolicyError(fmt::format("{}: it takes {} processors from jobs, and {} are lacking: then nobody may give any",
                                  name, freed, lacking));
  return decisions;
}

PreemptionPolicy room_policy(const RoomObject& policy, std::string_view name) {
  return {name,
          "of a library",
          [&policy, name](int lacking, const std::vector<Allocation>& allocations) {
            return room_by(policy, name, lacking, allocations);
          },
          policy.writes_checkpoints != 0 ? PreemptAction::write_checkpoint : PreemptAction::end_at_once,
          policy.keeps_idle != 0 ? Reserve::kept : Reserve::none,
          policy.needs_malleable != 0 ? Malleability::needed : Malleability::ignored};
}

// --- What becomes of a job that loses a node

Answer answer_by(const FailureObject& policy, std::string_view name, const Hit& hit) {
  const int fewest = goes_on_resized(hit.job.flexibility) ? hit.job.fewest : hit.processors;
  const daruma_hit given{hit.job.processors, hit.processors, hit.left, fewest, hit.recovery.count(), hit.load.count()};
  daruma_answer answer{};
  ask(name, [&] { answer = policy.on_failure(&given); });
  if (answer.goes_on == 0) return {0};
  if (hit.left < fewest)
    throw PolicyError(fmt::format("{}: a job of {} processors is to go on with {}, and needs at least {}", name,
                                  hit.job.processors, hit.left, fewest));
  if (!std::isfinite(answer.pause_s) || answer.pause_s < 0)
    throw PolicyError(fmt::format("{}: a job is to go on after {} s", name, answer.pause_s));
  return {hit.left, Seconds(answer.pause_s)};
}

Need need_of(const FailureObject& policy) {
  if (policy.uses_spares != 0) return Need::spare_nodes;
  if (policy.needs_malleable != 0) return Need::malleable_jobs;
  return policy.from_checkpoint != 0 ? Need::checkpoints : Need::nothing;
}

FailurePolicy failure_policy(const FailureObject& policy, std::string_view name) {
  const auto answer = [&policy, name](const Hit& hit) { return answer_by(policy, name, hit); };
  return {name, "of a library", policy.from_checkpoint != 0 ? Resumption::from_checkpoint : Resumption::from_start,
          need_of(policy), answer};
}

} // namespace

template <> LibraryPolicy<QueuePolicy> policy_in_library(const std::string& file) {
  return loaded(file, "daruma_queue_policy", &QueueObject::choose, queue_policy);
}
template <> LibraryPolicy<PreemptionPolicy> policy_in_library(const std::string& file) {
  return loaded(file, "daruma_room_policy", &RoomObject::make_room, room_policy);
}
template <> LibraryPolicy<FailurePolicy> policy_in_library(const std::string& file) {
  return loaded(file, "daruma_failure_policy", &FailureObject::on_failure, failure_policy);
}

} // namespace daruma::batch
