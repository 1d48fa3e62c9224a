#include "tests/sim/mpi/survival.hpp"

#include <mpi-ext.h>

namespace daruma::mpi::test {

const char* name(Watch watch) {
  switch (watch) {
  case Watch::perfect:
    return "Perfect";
  case Watch::serial:
    return "Serial";
  case Watch::on_communication:
    return "OnCommunication";
  case Watch::heartbeat_ring:
    return "HeartbeatRing";
  case Watch::messages:
    return "Messages";
  }
  return "";
}

RuntimeProfile profile_with(Watch watch) {
  RuntimeProfile profile;
  profile.propagation.per_stage = Seconds(1e-4);
  profile.revoke.per_stage = Seconds(1e-4);
  profile.agreement.per_stage = Seconds(1e-4);
  profile.shrink.per_stage = Seconds(1e-3);
  profile.split.per_process = Seconds(1e-2);
  profile.spawn.fixed = Seconds(0.05);
  profile.connection_setup = Seconds(1e-4);
  switch (watch) {
  case Watch::perfect:
    profile.detector.kind = DetectorKind::perfect;
    break;
  case Watch::serial:
    profile.detector.kind = DetectorKind::serial;
    profile.detector.period = profile.detector.period_across_nodes = Seconds(0.3);
    break;
  case Watch::on_communication:
    profile.detector.kind = DetectorKind::on_communication;
    profile.detector.timeout = Seconds(0.2);
    break;
  case Watch::heartbeat_ring:
    profile.detector.kind = DetectorKind::heartbeat_ring;
    profile.detector.period = Seconds(0.05);
    profile.detector.timeout = Seconds(0.2);
    break;
  case Watch::messages:
    profile = profile_with(Watch::heartbeat_ring);
    profile.operations = Operations::messages;
    profile.overheads = {Seconds(1e-5), Seconds(2e-5), Seconds(1e-3)};
    profile.daemons = {2, Seconds(3e-5), Seconds(0.02), Seconds(1e-3), Seconds(0.03), Bytes(256)};
    break;
  }
  return profile;
}

std::function<void(int)> in_mpi(const std::function<void(int)>& program) {
  return [program](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program(rank);
    MPI_Finalize();
  };
}

Simulation simulation_of(int processes, const std::function<void(int)>& program, Watch watch) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.profile = profile_with(watch);
  simulation.program = in_mpi(program);
  return simulation;
}

std::string word(int error) {
  if (error == MPI_SUCCESS) return "success";
  if (error == MPIX_ERR_PROC_FAILED) return "failed";
  if (error == MPIX_ERR_REVOKED) return "revoked";
  return "error " + std::to_string(error);
}

MPI_Comm recover(MPI_Comm comm) {
  MPI_Comm survivors = MPI_COMM_NULL;
  int well = 0;
  do {
    MPIX_Comm_revoke(comm);
    MPIX_Comm_shrink(comm, &survivors);
    MPI_Comm_set_errhandler(survivors, MPI_ERRORS_RETURN);
    well = 1;
    if (MPIX_Comm_agree(survivors, &well) != MPI_SUCCESS) well = 0;
    comm = survivors;
  } while (!well);
  return survivors;
}

void call_and_recover(const Call& call, int straggler) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  Ranks ranks{0, 0, comm};
  MPI_Comm_rank(comm, &ranks.rank);
  MPI_Comm_size(comm, &ranks.size);
  rest_until(ranks.rank == straggler ? straggler_calls_at : others_call_at);
  const int error = call(ranks);
  say(word(error));
  // Who got through finds out at the next collective, as a program in a loop would.
  if (!error) rest_until(next_call_at);
  const int next = error ? error : MPI_Barrier(comm);
  say("then " + word(next));
  if (next) comm = recover(comm);
  int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  say("goes on with " + std::to_string(sum));
  MPI_Finalize();
}

} // namespace daruma::mpi::test
