// What processes know of each other's failures: who failed, in the order in which they learnt of it.
//
// Most processes of a job learn of the same failures in the same order. A history is the latest failure and the history
// before it; whoever knows the same shares the same one, and to learn of a failure is to step to the next.
#pragma once

#include <deque>
#include <vector>

namespace daruma::mpi {

struct Process;

struct FailureHistory {
  Process* latest;
  const FailureHistory* before;                    ///< null where `latest` was the first
  std::vector<bool> failed;                        ///< by Process::failure
  mutable std::vector<const FailureHistory*> next; ///< those that have come of it so far, by what was learnt

  bool has(const Process& process) const;
};

/// All that any of a job's processes know or knew.
class FailureHistories {
public:
  /// What is known after `known`, where `dead` is not in it yet; null: nothing so far.
  const FailureHistory* after(const FailureHistory* known, Process& dead);

private:
  std::deque<FailureHistory> all_; // which do not move
  std::vector<const FailureHistory*> first_;
  int failures_ = 0;
};

/// Those in a history that `counts(const Process&)`, in its order; the history may be null.
template <class Counts> std::vector<Process*> failed_in(const FailureHistory* history, Counts&& counts) {
  std::vector<Process*> latest_first;
  for (; history; history = history->before)
    if (counts(*history->latest)) latest_first.push_back(history->latest);
  return {latest_first.rbegin(), latest_first.rend()};
}

} // namespace daruma::mpi
