// Batsim's protocol: what a scheduler that is a program of its own is told of a centre, and what it answers.
//
// It is that of Batsim 3 (docs/protocol.rst of its version 3.1; Dutot, Mercier, Poquet and Richard, JSSPP 2016):
// messages in JSON, each with a time and a list of events. A resource is a core, by number: core c of node n is n *
// (cores of a node) + c. Of run times it learns the limits only: profiles are not sent. Beside what Batsim has, a job
// tells user, partition, quality of service ("qos", the queue that it came through) and whether it is urgent, where
// that is known.
//
// What schedulers may ask for beyond this has no counterpart here and is refused by its name: jobs and profiles of
// their own, states of resources, jobs' states, storage.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/batch/request.hpp"
#include "sim/core/units.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace daruma::batch::batsim {

/// By number, ascending.
using Cores = std::vector<int>;

/// As Batsim writes them: "0-3 7".
std::string to_ranges(const Cores&);

enum class JobState { completed_successfully, completed_failed, completed_walltime_reached, completed_killed };
const char* name_of(JobState);
/// Of a job that has run to its end.
JobState state_at_end(const Job&);

/// What has happened since the last message to the scheduler, in order of time.
class News {
public:
  bool is_any() const { return !events_.empty(); }
  /// The message with all of it, as of `now`; there is none left then.
  std::string take(Seconds now);

  void begins(int nodes, int cores_of_node);
  void ends(Seconds);
  void submitted(Seconds, const std::string& job, const Request&);
  void nobody_comes_any_more(Seconds);
  void completed(Seconds, const std::string& job, JobState, const Cores&);
  struct Killed {
    std::string job;
    double progress; ///< part of it that was done
  };
  /// Those that were to be killed, and those of them that had not ended before.
  void killed(Seconds, const std::vector<std::string>& all, const std::vector<Killed>& killed);
  void available(Seconds, const Cores&);
  void unavailable(Seconds, const Cores&);
  void called(Seconds);
  void consumed(Seconds, double joules);

private:
  void tell(Seconds, const char* type, const nlohmann::json& data);

  std::string events_{}; ///< with commas between them
};

struct Order {
  enum class Kind { execute, reject, kill, call, tell_energy };
  Kind kind;
  Seconds time;                    ///< of the decision
  std::vector<std::string> jobs{}; ///< to be killed, else the one that it is about, if any
  Cores cores{};                   ///< to execute it on
  Seconds call{0};                 ///< when the scheduler wants to be called
};

struct Reply {
  Seconds now; ///< until then the scheduler decides, and is not to be asked
  std::vector<Order> orders;
};

/// The answer to a message as of `asked`, on a machine of so many cores. Throws PolicyError, which says where in it
/// what is wrong.
Reply read_reply(const std::string& text, Seconds asked, int cores);

} // namespace daruma::batch::batsim
