// The processes of a job and what they do together to become another set of processes.
//
// Mechanism only; membership.hpp decides. Two communicators: everyone (ranks in order, then idle
// spares) carries the runtime's own messages with errors returned; the world is what the application
// sees, the same communicator as long as there are no spares. One rule keeps a change from hanging
// (ULFM tells of a failure only those who talk to the dead): whoever meets an error revokes the
// communicator it met it on, and every step ends in an agreement, so that it was done by all or by none.
#pragma once

#include "models/dyprc/logic/membership.hpp"
#include "models/port/ulfm.hpp"

#include <optional>
#include <vector>

namespace daruma::models::dyprc {

/// A rank that will kill itself; `due` by rank 0's clock.
struct TimedKill {
  double due_s = 0;
  int rank = 0;
};

/// What all processes of the job know alike; newcomers are told.
struct JobFacts {
  static constexpr double never = -1;
  Roster roster;
  int resize_to = Wishes::as_it_is; ///< the order that is being carried out
  int settled = 0;                  ///< times the world was made; the restarts are one fewer
  int commands = 0;                 ///< read so far
  bool answer_owed = false;         ///< from a command until its result can be written
  bool is_put_aside = false;        ///< it has been told to save where it is and to end
  double last_whole_s = 0;          ///< when all ranks were last known to live: a poll or a restart
  double first_failure_s = never;
};

struct JobState : JobFacts {
  std::vector<TimedKill> kills; ///< that are still to come
};

class ProcessGroup {
public:
  /// Called in a process that begins the job.
  void begin();
  /// In a spawned process: joins those who spawned it. False if they gave up on it meanwhile.
  [[nodiscard]] bool enter(MPI_Comm parents);

  int place() const; ///< in the row of everyone
  MPI_Comm world() const { return world_; }

  /// Gives the world an error handler; until then, and during a change, errors are returned.
  void handle_errors(MPI_Errhandler);
  void return_errors();
  /// Revokes the communicator, so that every member notices a failure.
  void revoke();
  /// Wakes the idle spares for a change that is no failure. Only place 0 calls them.
  void call_spares(const Roster&);
  /// An idle spare waits here. False if the wait ended in a failure.
  [[nodiscard]] bool wait_for_call();

  /// Whether it went well for every member and nobody has failed: all members get the same answer.
  [[nodiscard]] bool all_well(bool here);
  /// After a merge, on both sides: all_well, once all pairs can talk.
  [[nodiscard]] bool meet();
  /// Goes on with a communicator of the survivors.
  void shrink();
  /// Tells everyone who is here, and newcomers what the job knows. Nothing if somebody failed meanwhile.
  /// `finished`: nothing is left to do here; newcomers and spares have nothing to do.
  std::optional<Attendance> introduce(bool finished, bool informed, JobState&);

  enum class Growth { grown, refused, broken };
  /// Starts `count` more processes at the end of the row.
  [[nodiscard]] Growth grow(int count);
  /// Takes the places of the plan and makes the new world; leavers are out afterwards. False: not done, by nobody.
  [[nodiscard]] bool settle(const Plan&);

  /// Frees all communicators.
  void disband();

private:
  struct Verdict {
    bool well;  ///< in every member that took part
    bool whole; ///< nobody has failed or met a failure
  };
  Verdict agree(bool well, bool whole);
  /// Ends a step that took place on everyone and ended with `code` here.
  Verdict conclude(int code);
  MPI_Comm merge(MPI_Comm children);
  int split(const Plan&, MPI_Comm* everyone, MPI_Comm* world) const;
  void replace(MPI_Comm everyone, MPI_Comm world);
  std::vector<int> lost(const Roster&) const;

  MPI_Comm everyone_ = MPI_COMM_NULL;
  MPI_Comm settled_ = MPI_COMM_NULL; ///< everyone when the job was last settled; null in a newcomer
  MPI_Comm world_ = MPI_COMM_NULL;
};

} // namespace daruma::models::dyprc
