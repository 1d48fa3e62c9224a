// A centre's run as tables of comma-separated values (RFC 4180), for whoever draws or counts by themselves. Times are
// seconds since the log's start, sizes are cores, nodes are ranges of their numbers ("0-3 7").
//
// jobs.csv      a job a row, in the order in which they ended: the columns of Batsim's jobs.csv, then those of the
//               Standard Workload Format that it has not, then interruptions, resizes, and the core time of kept work.
//               Nodes are those that the job had last. What there is not is empty; an account that the log does not
//               tell is 0. Of those that ran to their end the log says which failed; those that were cut have reached
//               their limit (COMPLETED_WALLTIME_REACHED). Who was lost is COMPLETED_KILLED, or REJECTED if it never
//               started. Where jobs depend on others there is also when each was eligible, from which on it waited;
//               one that never was stays SUBMITTED, or is REJECTED if it was cancelled for that.
// schedule.csv  a row for each uninterrupted stay of a job on the same cores.
// series.csv    how the cores stood and what waited, from each moment on at which that changed. Those that are closed
//               are not free; those held for some users are. Where jobs use the file system, the part of its bandwidth
//               that was used until the next row, and how many times it those that used it could have taken alone;
//               then there are also rows in between, a minute apart or more.
// reservations.csv  each time that nodes were closed, and to whom they were open ("3 17"; empty: nobody); only where
//               there are reservations.
// outages.csv   each time that a node was down, as a failure log that a scenario can name (failure_table.hpp).
#pragma once

#include "sim/batch/centre_observer.hpp"
#include "sim/batch/job.hpp"
#include "sim/results/long_text.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::batch {

/// "0-3 7".
std::string node_ranges(const Places&);

class CentreTables : public CentreObserver {
public:
  /// Jobs with their names, and the log that they are of; all outlive this.
  CentreTables(const std::vector<Job>&, const std::vector<std::string>& names, const std::string& log,
               std::vector<Window> windows = {}, std::optional<Watts> busy_core = {},
               std::optional<BytesPerSecond> file_system = {});

  void stayed(const Stay&) override;
  void ended(std::size_t job, const JobOutcome&) override;
  void node_down(int node, Seconds since) override;
  void node_up(int node, Seconds since) override;
  void stands(const CentreState&) override;

  /// Of schedule.csv and series.csv together.
  std::size_t rows() const { return rows_; }

  /// By the names of their files, once all has happened.
  std::map<std::string, results::LongText> take();

private:
  void add_never_run(std::size_t job, const JobOutcome&);
  bool is_as_told(const CentreState&) const;
  void add_state(const CentreState&, const CentreState& next);

  struct Last {
    std::size_t job;
    std::string nodes;
  };

  const std::vector<Job>& jobs_;
  const std::vector<std::string>& names_;
  std::string log_; ///< as a cell
  std::vector<Window> windows_;
  bool are_held_back_;             ///< some jobs, by dependencies or limits of arrays
  std::optional<Watts> busy_core_; ///< what a core with work draws, its part of the node's; none: it is not known
  std::optional<BytesPerSecond> file_system_; ///< its bandwidth; none: nobody uses it
  results::LongText job_rows_;
  results::LongText stays_;
  results::LongText states_;
  results::LongText outages_;
  std::size_t rows_ = 0;
  std::optional<Last> last_{};         ///< stay
  std::optional<CentreState> state_{}; ///< the latest, of which no row has been written
  std::map<int, Seconds> down_{};      ///< nodes, since when
};

} // namespace daruma::batch
