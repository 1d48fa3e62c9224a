// In-process global restart by the job's launcher: Reinit (Laguna and others, "Evaluating and extending user-level
// fault tolerance in MPI applications", IJHPCA 30(3), 2016; Georgakoudis and others, "Reinit++", ISC 2020).
//
// Upon a failure all survivors roll back in place to where their program begins, whatever they are about; what MPI knew
// is torn down and made anew; and a process is started for each of the dead, which gets its rank in MPI_COMM_WORLD.
// Nobody but the launcher detects, agrees or is told. A survivor goes on as another Process of the same number on the
// same node, and keeps what it has in memory.
//
// By messages, the job's daemons do it over their tree (life_by_daemons.hpp). They find out at once that a process of
// theirs died, and after the detector's timeout that a node went off or does not answer. By formulas, the profile's
// detector finds out, and a restart takes what a spawn in the place of the dead and a split of all take.
#pragma once

#include "sim/mpi/process/process.hpp"
#include "sim/mpi/ulfm/detector.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::mpi {

/// Who begins its program anew.
struct Reborn {
  Process*
      before; ///< what it was, `process` itself where it goes on; null where it is started in the place of the dead
  Process* process;
};

/// In it all are under way from the beginning.
bool is_first_life(const std::vector<Reborn>& reborn);

/// What there is between two restarts. Kernel context.
class Life {
public:
  virtual ~Life() = default;
  virtual void begin() = 0;
  /// The process has come to the end of what is restarted.
  virtual void returned(Process& process) = 0;
};

class GlobalRestart final : public Detector {
public:
  /// The job's own, which is its detector from then on; made where there is none. Kernel context.
  static GlobalRestart& of(Job& job);
  ~GlobalRestart() override;

  /// How often all have been restarted.
  int restarts() const { return restarts_; }
  const std::shared_ptr<Life>& life() const { return life_; }
  /// The calling process has come to the end of what is restarted. Waits until all have.
  void await_end();

  // What a life does to processes, unless it is over. Kernel context.

  /// The survivor, if it lives, becomes what comes after it; whether it did.
  bool roll_back(const Life& life, const Reborn& reborn);
  void start(const Life& life, const Reborn& reborn);
  /// All have come to the end: from now on deaths have no consequences.
  void conclude(const Life& life);
  void release(const Life& life, Process& process);

  void on_death(Process& dead) override;
  void on_silence(Process& process) override;
  void on_answer(Process& process) override;
  void on_leaving(Process& process) override;
  void on_contact(Process& observer, Process& dead) override;
  void on_learning(Process& who, Process& dead) override;
  /// By formulas: it has been detected.
  void spread(Process& dead) override;

private:
  explicit GlobalRestart(Job& job);

  bool is_current(const Life& life) const { return life_.get() == &life; }
  bool is_by_messages() const;
  /// Whose the rank of a process is now.
  Process*& whose(const Process& process);
  void answer_earlier_deaths();
  void await_news(Process& dead);
  void tell_root(Process& dead);
  void found(Process& dead);
  void restart(Process& dead);
  std::vector<Reborn> bear();
  void abort(const std::string& why);
  void begin_first_life();
  void begin_life(std::vector<Reborn> reborn);

  Job& job_;
  std::unique_ptr<Detector> detector_;                        ///< the profile's
  std::vector<Process*> world_;                               ///< by rank: whose it is now, dead or alive
  std::map<const Process*, std::unique_ptr<Process>> unborn_; ///< what survivors become in this life
  std::set<const Process*> known_dead_;                       ///< looked up only
  std::map<int, Seconds> silent_since_;                       ///< by process
  std::set<const Process*> released_;                         ///< looked up only
  std::shared_ptr<Life> life_;
  int restarts_ = 0;
  Seconds began_{0}; ///< the last restart
  bool is_concluded_ = false;
};

} // namespace daruma::mpi
