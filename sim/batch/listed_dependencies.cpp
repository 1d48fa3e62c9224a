#include "sim/batch/listed_dependencies.hpp"

#include "sim/batch/dependencies.hpp"
#include "sim/batch/named_jobs.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace daruma::batch {

namespace {

using Listed = std::vector<const scenario::Job*>;

NamedJobs named_among(const Listed& all, const ObjectToJob& object) {
  NamedJobs named;
  for (std::size_t i = 0; i < all.size(); ++i) named.add(all[i]->name, i);
  std::map<std::string, int> limits; // of arrays
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]->array) continue;
    const auto& [name, limit] = *all[i]->array;
    if (named.has(name)) object(i, "array/name", "is the name of a job, too: " + scenario::in_quotes(name));
    const auto known = limits.emplace(name, limit).first;
    if (known->second != limit)
      object(i, "array/limit",
             fmt::format("must be the same of all tasks of array {}, got {} and {}", scenario::in_quotes(name),
                         known->second, limit));
    named.add_task(name, i, limit);
  }
  return named;
}

bool is_singleton(const DependencyTerm& term) { return term.type == DependencyType::singleton; }

void object_to_circle(const Listed& all, const std::vector<Job>& jobs, const ObjectToJob& object) {
  const std::vector<std::size_t> circle = circle_among(jobs);
  if (circle.empty()) return;
  std::vector<std::string> names;
  names.reserve(circle.size());
  for (const std::size_t job : circle) names.push_back(all[job]->name);
  object(circle.front(), "dependency", "jobs wait for each other in a circle: " + scenario::listed(names));
}

} // namespace

ListedDependencies dependencies_of(const Listed& all, const ObjectToJob& object) {
  const NamedJobs named = named_among(all, object);
  ListedDependencies listed{std::vector<Job>(all.size()), named.array_names()};
  std::map<std::pair<int, std::string>, int> namesakes; // by user and name of an array
  for (std::size_t i = 0; i < all.size(); ++i) {
    const DependencyList& list = all[i]->dependency;
    try {
      int none = 0; // are left away
      listed.jobs[i].dependency = named.dependency_of(i, list, none);
    } catch (const DependencyError& error) { object(i, "dependency", error.what()); }
    if (all[i]->array)
      listed.jobs[i].dependency.namesakes =
          namesakes.emplace(std::pair(all[i]->account.user, all[i]->array->name), namesakes.size() + 1).first->second;
    else if (std::any_of(list.terms.begin(), list.terms.end(), is_singleton))
      object(i, "dependency", "\"singleton\" is for tasks of an array: no other jobs of a scenario share a name");
  }
  object_to_circle(all, listed.jobs, object);
  return listed;
}

} // namespace daruma::batch
