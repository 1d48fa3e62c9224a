// Many independent pieces of work on all cores, each in a process of its own.
//
// SimGrid allows one simulation per process, so replications are forked. The results come back in
// the order of the pieces, whatever the number of workers.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::experiment {

/// A worker that ended otherwise than by returning its result; the message says how.
class WorkerError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Calls work(0) ... work(count - 1), at most `workers` at a time (0: one per core), and returns what they returned.
/// An exception in a piece comes back as a WorkerError with its message; the first by number wins.
std::vector<std::string> in_processes(int count, int workers, const std::function<std::string(int)>& work);

} // namespace daruma::experiment
