// The DyProReconf runtime of one process: what the functions of ulfm_dyprc.h do.
//
// Every change of the job - failure, order, newcomers, end - runs through the same loop, `change`:
// leave the dead behind, see who is here, plan, carry the plan out, and once more from the start if
// somebody died meanwhile. It runs at the restart point, outside of any failed MPI call; the error
// handler only goes there. Where functions of the application lie in between, they are left by
// longjmp, so nothing here keeps an object with a destructor across an MPI call on the world.
#pragma once

#include "models/dyprc/logic/command.hpp"
#include "models/dyprc/mpi/process_group.hpp"

#include <csetjmp>
#include <memory>
#include <string>
#include <vector>

namespace daruma::models::dyprc {

class Runtime {
public:
  int merge_child(MPI_Comm* application_world);
  void on_restart(void (*function)(void*), void* argument);
  std::jmp_buf& restart_point() { return restart_point_; }
  int first_pass(bool newcomer);
  int restart();
  int poll();
  int lost() const { return lost_; }
  bool is_put_aside() const { return job_.is_put_aside; }
  void finalize();

  /// What the world's error handler does. Does not return once there is a restart point.
  void met_error(int code);

private:
  static constexpr int unplaced = -1; ///< the place of a newcomer

  enum class Cause { failure, order, already_settled };
  enum class Reached { settled, finished };

  Reached change(bool whole);
  void take_place(const Plan&, Seconds begin);
  void report(const Plan&, const Roster& before);
  [[noreturn]] void go_back(Cause);
  void wait_until_needed();
  void give_up(const std::string& why);
  void leave_mpi();
  void leave();

  bool is_first() const { return place_ == 0; }
  bool is_rank() const { return place_ != unplaced && place_ < job_.roster.ranks; }
  void read_command();
  void take_in_call();
  void schedule(const Kill&);
  bool is_due(const TimedKill&) const;
  bool has_due_kills() const;
  bool is_condemned() const;
  void kill_due();
  void settle_kills();
  void answer();

  ProcessGroup processes_;
  JobState job_;
  bool informed_ = false; ///< false in a newcomer until it was told the job's state
  int place_ = unplaced;
  std::shared_ptr<const Plan> plan_; ///< of the change that is made, or was last
  bool finished_ = false;
  int lost_ = 0;

  MPI_Comm* application_world_ = nullptr;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
  void (*restart_)(void*) = nullptr;
  void* restart_argument_ = nullptr;

  std::jmp_buf restart_point_;
  bool has_restart_point_ = false;
  bool came_late_ = false;
  Cause cause_ = Cause::failure;
  bool failure_pending_ = false; ///< met before there was a restart point
  ulfm::ReturnClass met_ = ulfm::ReturnClass::revoked;

  /// What rank 0 tells in a poll, followed by the new kills.
  struct Call {
    double now_s;
    int commands;
    int resize_to;
    bool is_put_aside;
    int new_kills;
  };
  Call call_{};
  std::vector<TimedKill> news_;
};

/// The calling process's runtime.
Runtime& runtime();

} // namespace daruma::models::dyprc
