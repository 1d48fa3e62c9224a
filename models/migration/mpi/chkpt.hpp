// The migratable job as one of its processes sees it: the checkpoints at which ranks move (migratable.h).
//
// Every process knows the redirect table; the controller, process 0 of the world, alone decides. All
// messages of a checkpoint go through a communicator of their own, so that none of the program's can
// be mistaken for one of them. A process that stands by may die: those who meet next go on without it. All other errors
// of MPI are left to the world's error handler.
#pragma once

#include "models/migration/logic/controller.hpp"
#include "models/migration/logic/load_history.hpp"

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models::migration {

class MigratableJob {
public:
  void begin(MPI_Comm world, const Terms&);
  void enroll(void* memory, std::size_t bytes) { memory_.push_back({static_cast<char*>(memory), bytes}); }
  int rank() const;
  MPI_Comm comm() const { return comm_; }
  int migrations() const { return migrations_; }
  /// Called by all processes at once: they report their load, and data moves. Afterwards is_over() says whether the job
  /// has ended.
  void checkpoint(Report);
  bool is_over() const { return is_over_; }
  void end();

private:
  struct Region {
    char* begin;
    std::size_t bytes;
  };
  /// What one process does in the transfer.
  struct Shift {
    int send_to;
    int receive_from;
  };

  /// What is to be done at a checkpoint, as far as the process knows of it.
  struct Plan {
    Seconds begin;
    std::vector<Report> reports; ///< of the controller, as transfers
    std::vector<Transfer> transfers;
    Shift shift;
  };

  /// Nothing if somebody was found dead before all had been told what to do.
  std::optional<Plan> agree_on_plan(Report mine);
  void lose_the_dead();
  bool is_controller() const { return me_ == 0; }
  int gather(Report, std::vector<Report>&) const;
  std::vector<Transfer> choose(const std::vector<Report>&);
  void take_orders(const Situation&, std::vector<Transfer>&);
  int hand_out(const std::vector<Transfer>&, Shift& mine) const;
  void transfer(const Shift&) const;
  void share(bool is_over, std::vector<int> table);
  void regroup();
  void record(const std::vector<Transfer>&, Seconds begin);

  MPI_Comm context_ = MPI_COMM_NULL; ///< of checkpoints
  MPI_Comm comm_ = MPI_COMM_NULL;    ///< of those that compute
  int me_ = 0;
  Terms terms_{};
  LoadHistory history_;
  ProcessTable table_;
  std::vector<Region> memory_;
  MPI_Errhandler on_error_ = MPI_ERRHANDLER_NULL; ///< the world's
  std::optional<std::string> line_;               ///< of the command file, until it is carried out
  bool is_over_ = false;
  int migrations_ = 0;
  Seconds cost_{0}; ///< of the last migration; nothing is known before the first
};

} // namespace daruma::models::migration
