// Jobs and arrays by the names that dependencies call them: what "afterok:mesh" means to a job.
#pragma once

#include "sim/batch/dependency.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace daruma::batch {

class NamedJobs {
public:
  void add(const std::string& name, std::size_t job);
  /// There is a job of that name, but it is not simulated.
  void leave_out(const std::string& name);
  /// The next task of the array: none, if it is not simulated.
  void add_task(const std::string& array, std::optional<std::size_t> job, int limit);

  bool has(const std::string& name) const { return jobs_.count(name) > 0; }
  /// By their numbers.
  const std::vector<std::string>& array_names() const { return array_names_; }
  /// What that list means to the job. Throws DependencyError. Conditions on what is not simulated are left away, and
  /// counted; if any of several is enough, all of them with it.
  Dependency dependency_of(std::size_t job, const DependencyList&, int& left_away) const;

private:
  struct Array {
    std::vector<std::optional<std::size_t>> tasks{};
    int limit = 0;
  };
  struct Task {
    std::size_t array;
    std::size_t place; ///< among its tasks
  };

  /// Nothing if it is not simulated.
  std::optional<Condition> meant(std::size_t job, const DependencyTerm&) const;
  std::optional<Condition> meant_of_array(std::size_t job, const DependencyTerm&, std::size_t array) const;
  std::optional<Condition> corresponding(std::size_t job, const DependencyTerm&, const Array&) const;
  [[noreturn]] void refuse_unknown(const std::string& name) const;

  std::unordered_map<std::string, std::optional<std::size_t>> jobs_{};
  std::unordered_map<std::string, std::size_t> array_numbers_{};
  std::unordered_map<std::size_t, Task> tasks_{}; ///< by job
  std::vector<Array> arrays_{};
  std::vector<std::string> array_names_{};
};

} // namespace daruma::batch
