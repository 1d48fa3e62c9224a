// The file system that all jobs of a centre share: who transfers, and how fast.
//
// A transfer moves as many bytes for each of a job's processes. All processes with one under way get the same rate of
// the file system's bandwidth, but none more than its part of its node's link, which the job's processes there share;
// what some cannot use the others get (max-min fairness, as flows have it in SimGrid). Before its bytes each transfer
// waits for the file system's latency. Assumed: reading and writing are alike, and jobs on one node do not disturb each
// other on its link.
#pragma once

#include "sim/core/checkpoint_cost.hpp"
#include "sim/core/units.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace daruma::batch {

/// Of all transfers until some time.
struct Traffic {
  Bytes moved{0};
  Bytes wanted{0}; ///< what would have been moved in the same time if each had been alone
};

class FileSystem {
public:
  /// Nodes have so many cores, one for each process.
  FileSystem(const StorageRates&, int cores);

  /// A job has at most one transfer under way.
  void begin(std::size_t job, int processes, Bytes of_each, Seconds now);
  /// Calls a transfer off. What was to come, for each process; nothing if the job has none under way.
  std::optional<Bytes> withdraw(std::size_t job, Seconds now);

  /// When something happens next if nobody begins or withdraws; `never` if there are no transfers.
  Seconds next() const { return next_; }
  /// Lets that happen, at that time. The job whose transfer has ended, if one has.
  std::optional<std::size_t> step();

  Traffic traffic(Seconds now) const;

private:
  /// Of jobs with as many processes on a node, which are equally fast.
  struct Sharers {
    Bytes moved{0}; ///< by each process that has been there from the beginning on
    BytesPerSecond rate{0};
    long long processes = 0;
    int filling = 0;                                ///< jobs that fill the file system when alone
    long long below = 0;                            ///< processes of the others
    std::set<std::pair<Bytes, std::size_t>> ends{}; ///< by what will have been moved then
  };
  struct Transfer {
    int processes;
    Bytes of_each;
    Seconds ready;  ///< when its latency is over
    Bytes until{0}; ///< of its sharers' `moved`, from then on
    bool is_on{false};
  };
  int sharers_of(const Transfer&) const;
  bool fills_alone(const Transfer&) const;
  void let_in(std::size_t job);
  void let_out(std::size_t job, const Transfer&);
  void advance(Seconds now);
  void share();

  StorageRates rates_;
  int cores_;
  Seconds now_{0};
  Traffic until_now_{};
  BytesPerSecond moving_{0}; ///< from now on
  BytesPerSecond wanted_{0};
  Seconds next_{never};
  std::optional<std::size_t> next_to_end_{};
  std::map<std::size_t, Transfer> transfers_{};
  std::set<std::pair<Seconds, std::size_t>> waiting_{}; ///< by when they are ready
  std::map<int, Sharers> sharers_{};                    ///< by processes on a node
};

} // namespace daruma::batch
