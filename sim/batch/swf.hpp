// Logs of batch jobs in the Standard Workload Format, version 2.2 (Feitelson's Parallel Workloads Archive): a line of
// 18 numbers per job, -1 for what is not known, comments from ";" on; plain or compressed by gzip.
//
// A log whose head says "; GPUs: field 19" has a field more, the GPUs of a job; the format itself knows none. Comments
// may say which jobs depend on others (logged_dependencies.hpp).
//
// A job's processors are those that it was given; those that it asked for, if that is not known. A job without run time
// or processors, or with values that make no sense (a submission before the log's start), is left out and counted.
// Lines of a job's parts (status 2 to 4) are passed over: the job as a whole has a line, too.
#pragma once

#include "sim/batch/left_out.hpp"
#include "sim/batch/log_reader.hpp"
#include "sim/core/units.hpp"
#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::batch {

struct LoggedJob {
  int line = 0;                 ///< of the file
  Seconds submit{0};            ///< since the log's start
  std::optional<Seconds> wait;  ///< until it started
  Seconds run{0};               ///< above 0
  std::optional<Seconds> asked; ///< the limit of its run time
  int processors = 1;
  Bytes memory{0}; ///< that it asked for, of each processor; 0: not known
  int gpus = 0;
  int number = 0;                   ///< by which others name it
  int preceding = 0;                ///< the number of the job whose end its user awaited; 0: none, or it is not known
  Seconds think{0};                 ///< from that end to the submission
  int group = 0;                    ///< of users; 0: not known, here and below
  int application = 0;              ///< the program that ran
  scenario::Account account{};      ///< its user, its partition, and its queue as quality of service
  std::optional<bool> has_failed{}; ///< or was cancelled, as the log says (field 11)
  int held = 0;                     ///< processors that it holds at a centre for all its needs; 0: `processors`
};

/// A comment at the head of the log, such as "; MaxNodes: 1002".
struct HeadLine {
  std::string key;
  std::string text;
};

/// How many processors it holds at the centre.
inline int held_by(const LoggedJob& job) { return job.held > 0 ? job.held : job.processors; }

struct DependencyComments;

struct JobLog {
  std::vector<LoggedJob> jobs; ///< by time of submission, those of the same time as in the file
  LeftOut left_out;
  std::vector<HeadLine> head;
  std::shared_ptr<const DependencyComments> comments{}; ///< on dependencies; none: there are none
  LeftOut incomplete{};                                 ///< lines that are taken although they lack the last field
};

/// The log without the jobs for which `refuse` gives a reason, which it says with their lines; it may change a job,
/// too.
std::shared_ptr<const JobLog> without_refused(const JobLog&, const std::function<std::string(LoggedJob&)>& refuse);

/// Sentences on lines that are taken although they lack the last field.
std::vector<std::string> on_incomplete(const JobLog&, const std::string& file);

/// Throws LogError, also for a line that is none of such a log.
JobLog read_swf(const std::filesystem::path&);

} // namespace daruma::batch
