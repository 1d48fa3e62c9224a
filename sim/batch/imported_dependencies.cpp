#include "sim/batch/imported_dependencies.hpp"

#include "sim/core/number.hpp"
#include "sim/core/number_ranges.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace daruma::batch {

namespace {

/// Jobs of the accounting by Slurm's numbers.
class SlurmNumbers {
public:
  explicit SlurmNumbers(const Accounting& all) {
    for (const AccountedJob& job : all.jobs) jobs_[job.id] = job.number;
    for (const auto& [id, last] : jobs_)
      if (const std::size_t task = id.find('_'); task != std::string::npos)
        arrays_[id.substr(0, task)][number_in<int>(std::string_view(id).substr(task + 1)).value_or(0)] = last;
  }

  /// 0: it is not there.
  int job(const std::string& id) const {
    const auto found = jobs_.find(id);
    return found == jobs_.end() ? 0 : found->second;
  }
  bool has_array(const std::string& id) const { return arrays_.count(id) > 0; }
  /// By their numbers in the array.
  const std::map<int, int>& tasks_of(const std::string& array) const { return arrays_.at(array); }

private:
  std::unordered_map<std::string, int> jobs_{};
  std::map<std::string, std::map<int, int>> arrays_{};
};

std::string task_of(const std::string& id) { return id.find('_') == std::string::npos ? "" : id.substr(id.find('_')); }

class DependencyWriter {
public:
  explicit DependencyWriter(const Accounting& all) : all_(all), numbers_(all) {}

  ImportedDependencies write() {
    std::string dependencies;
    for (const AccountedJob& job : all_.jobs) {
      const std::string words = words_of(job);
      if (!words.empty()) dependencies += fmt::format("; Dependency: {} {}\n", job.number, words);
    }
    for (const auto& [array, limit] : all_.array_limits) {
      if (!numbers_.has_array(array)) continue;
      needed_.insert(array);
      ++limited_;
    }
    std::string arrays;
    for (const std::string& array : needed_) arrays += comment_on(array);
    return {arrays + dependencies, notes()};
  }

private:
  /// Empty: it depends on nobody who is known.
  std::string words_of(const AccountedJob& job) {
    std::vector<std::string> words;
    bool is_any_unknown = false;
    for (const DependencyTerm& term : job.dependency.terms) {
      const std::string word = word_for(job, term);
      if (word.empty())
        is_any_unknown = true;
      else
        words.push_back(word);
    }
    if (is_any_unknown) ++unknown_;
    if (words.empty() || (is_any_unknown && job.dependency.is_any_enough)) return "";
    ++depending_;
    return fmt::format("{}", fmt::join(words, job.dependency.is_any_enough ? "?" : ","));
  }

  std::string word_for(const AccountedJob& job, const DependencyTerm& term) {
    const bool is_named = !job.user.empty() && !job.name.empty();
    if (term.type == DependencyType::singleton) return is_named ? "singleton" : "";
    if (term.type == DependencyType::aftercorr) {
      const int task = numbers_.job(term.id + task_of(job.id));
      return task > 0 ? fmt::format("afterok:{}", task) : "";
    }
    const std::string delay = term.delay > Seconds(0) ? "+" + shortest(term.delay / Seconds(60)) : "";
    if (const int one = numbers_.job(term.id); one > 0) return fmt::format("{}:{}{}", word_of(term.type), one, delay);
    if (!numbers_.has_array(term.id)) return "";
    needed_.insert(term.id);
    return fmt::format("{}:array-{}{}", word_of(term.type), term.id, delay);
  }

  std::string comment_on(const std::string& array) const {
    constexpr std::size_t tasks_of_line = 2000;
    const auto limit = all_.array_limits.find(array);
    const std::string at_once = limit == all_.array_limits.end() ? "" : fmt::format("%{}", limit->second);
    std::string text;
    NumberRanges ranges;
    std::size_t count = 0;
    const auto end_line = [&] {
      std::string tasks = ranges.take();
      std::replace(tasks.begin(), tasks.end(), ' ', ',');
      if (!tasks.empty()) text += fmt::format("; Array: array-{} {}{}\n", array, tasks, at_once);
    };
    for (const auto& [task, number] : numbers_.tasks_of(array)) {
      ranges.add(number);
      if (++count % tasks_of_line == 0) end_line();
    }
    end_line();
    return text;
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> all;
    const auto tell = [&](int count, const char* what) {
      if (count > 0) all.push_back(fmt::format("{}: {}", what, count));
    };
    tell(depending_,
         "jobs that depend on others, as SubmitLine says; what scripts and scontrol say is not in the file");
    tell(unknown_, "jobs that depend on one which is not in the file, and do not wait for it");
    tell(all_.unread_dependencies, "jobs whose --dependency is of other words, and do not wait");
    tell(limited_, "arrays of which only so many tasks run at one time");
    tell(all_.eligible_later, "jobs that were eligible later than they came, for what the file does not tell, and that "
                              "here need not wait for it");
    return all;
  }

  const Accounting& all_;
  SlurmNumbers numbers_;
  std::set<std::string> needed_{}; ///< arrays
  int depending_ = 0;              ///< jobs
  int unknown_ = 0;                ///< jobs
  int limited_ = 0;                ///< arrays
};

} // namespace

ImportedDependencies import_dependencies(const Accounting& all) { return DependencyWriter(all).write(); }

} // namespace daruma::batch
