// What processes know of each other's failures: who failed, in the order in which they learnt of it.
//
// Most processes of a job learn of the same failures in the same order. A history is the latest failure and the history
// before it; whoever knows the same shares the same one, and to learn of a failure is to step to the next. What came of
// a history first continues its branch, anything else begins another one, so that there are few.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

struct Process;
struct FailureHistory;

struct FailureBranch {
  const FailureHistory* root;                      ///< what was known before it; null: nothing
  std::unordered_map<const Process*, int> lengths; ///< of each failure on it: of the first history that has it
};

struct FailureHistory {
  Process* latest;
  const FailureHistory* before; ///< null where `latest` was the first
  FailureBranch* branch;
  int length;                                      ///< how many failures it has
  mutable std::vector<const FailureHistory*> next; ///< those that have come of it so far, by what was learnt

  bool has(const Process& process) const;
};

/// All that any of a job's processes know or knew.
class FailureHistories {
public:
  /// What is known after `known`, null being nothing, once one learns of `dead`; the same where it was known already.
  const FailureHistory* after(const FailureHistory* known, Process& dead);

private:
  // Deques, because histories and branches point to each other and must not move.
  std::deque<FailureHistory> all_;
  std::deque<FailureBranch> branches_;
  std::vector<const FailureHistory*> first_;
};

/// Those in a history that `counts(const Process&)`, in its order; the history may be null.
template <class Counts> std::vector<Process*> failed_in(const FailureHistory* history, Counts&& counts) {
  std::vector<Process*> latest_first;
  for (; history; history = history->before)
    if (counts(*history->latest)) latest_first.push_back(history->latest);
  return {latest_first.rbegin(), latest_first.rend()};
}

} // namespace daruma::mpi
