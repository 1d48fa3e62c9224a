#include "sim/batch/named_jobs.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::batch {

using scenario::in_quotes;

void NamedJobs::add(const std::string& name, std::size_t job) { jobs_.emplace(name, job); }

void NamedJobs::leave_out(const std::string& name) { jobs_.emplace(name, std::nullopt); }

void NamedJobs::add_task(const std::string& array, std::optional<std::size_t> job, int limit) {
  const auto [known, is_new] = array_numbers_.emplace(array, arrays_.size());
  if (is_new) {
    arrays_.emplace_back();
    array_names_.push_back(array);
  }
  Array& one = arrays_[known->second];
  if (job) tasks_[*job] = {known->second, one.tasks.size()};
  one.tasks.push_back(job);
  one.limit = std::max(one.limit, limit);
}

/// All names are said only where they are few.
void NamedJobs::refuse_unknown(const std::string& name) const {
  constexpr std::size_t few = 100;
  if (jobs_.size() > few) throw DependencyError("waits for " + in_quotes(name) + ", which is no job and no array");
  std::vector<std::string> known = array_names_;
  known.reserve(known.size() + jobs_.size());
  for (const auto& [job, number] : jobs_) known.push_back(job);
  std::sort(known.begin(), known.end());
  throw DependencyError(scenario::unknown("job or array", name, known));
}

Dependency NamedJobs::dependency_of(std::size_t job, const DependencyList& list, int& left_away) const {
  Dependency dependency;
  if (const auto task = tasks_.find(job); task != tasks_.end()) {
    dependency.array = task->second.array;
    dependency.array_limit = arrays_[task->second.array].limit;
  }
  int missing = 0;
  for (const DependencyTerm& term : list.terms)
    if (const auto condition = meant(job, term))
      dependency.conditions.push_back(*condition);
    else
      ++missing;
  dependency.is_any_enough = list.is_any_enough && missing == 0;
  if (list.is_any_enough && missing > 0) dependency.conditions.clear();
  left_away += missing;
  return dependency;
}

std::optional<Condition> NamedJobs::meant(std::size_t job, const DependencyTerm& term) const {
  if (term.type == DependencyType::singleton) return Condition{term.type};
  if (const auto array = array_numbers_.find(term.id); array != array_numbers_.end())
    return meant_of_array(job, term, array->second);
  const auto known = jobs_.find(term.id);
  if (known == jobs_.end()) refuse_unknown(term.id);
  if (known->second == job) throw DependencyError("waits for itself");
  if (term.type == DependencyType::aftercorr)
    throw DependencyError("\"aftercorr\" names an array, and " + in_quotes(term.id) + " is a job");
  if (!known->second) return std::nullopt;
  return Condition{term.type, *known->second, false, term.delay};
}

std::optional<Condition> NamedJobs::meant_of_array(std::size_t job, const DependencyTerm& term,
                                                   std::size_t array) const {
  const Array& one = arrays_[array];
  const auto own = tasks_.find(job);
  if (own != tasks_.end() && own->second.array == array)
    throw DependencyError("waits for " + in_quotes(term.id) + ", the array that it is a task of");
  if (term.type == DependencyType::aftercorr) return corresponding(job, term, one);
  const auto is_there = [](const std::optional<std::size_t>& task) { return task.has_value(); };
  if (std::none_of(one.tasks.begin(), one.tasks.end(), is_there)) return std::nullopt;
  return Condition{term.type, array, true, term.delay};
}

std::optional<Condition> NamedJobs::corresponding(std::size_t job, const DependencyTerm& term,
                                                  const Array& array) const {
  const auto own = tasks_.find(job);
  if (own == tasks_.end()) throw DependencyError("\"aftercorr\" is for tasks of an array, and it is none");
  const std::size_t place = own->second.place;
  if (place >= array.tasks.size())
    throw DependencyError("is task " + std::to_string(place + 1) + " of its array, and array " + in_quotes(term.id) +
                          " has " + std::to_string(array.tasks.size()));
  if (!array.tasks[place]) return std::nullopt;
  return Condition{DependencyType::afterok, *array.tasks[place]};
}

} // namespace daruma::batch
