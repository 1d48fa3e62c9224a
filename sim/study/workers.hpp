// Many independent pieces of work on all cores, each in a process of its own.
//
// SimGrid allows one simulation per process, so replications are forked. The results come back in
// the order of the pieces, whatever the number of workers.
#pragma once

#include "sim/core/units.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::study {

/// A worker that ended otherwise than by returning its result; the message says how.
class WorkerError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A piece of work, called with its number in a process of its own.
using Work = std::function<std::string(int piece)>;

/// How a piece ended. One that died came to no end of its own: done again it may well return.
enum class Ending { returned, threw, died };

struct Finished {
  int piece;
  Ending ending;
  std::string text; ///< what it returned, or why it did not
};

/// Pieces 0 ... count - 1, at most `workers` at a time (0: one per core), handed over as they finish. Those that are at
/// work when the crew goes are ended, and so they are when this process is.
class Crew {
public:
  Crew(int count, int workers, Work work);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  bool is_done() const;
  /// Waits at most so long for pieces to finish; returns with the first ones. Throws WorkerError where no process can
  /// be started.
  std::vector<Finished> finished_within(Seconds time);

private:
  struct Worker;

  void start_next();

  int next_ = 0;
  const int count_;
  const std::size_t at_once_;
  const Work work_;
  std::vector<Worker> busy_;
};

/// Calls work(0) ... work(count - 1), at most `workers` at a time (0: one per core), and returns what they returned.
/// An exception in a piece comes back as a WorkerError with its message; the first by number wins.
std::vector<std::string> in_processes(int count, int workers, const Work& work);

} // namespace daruma::study
