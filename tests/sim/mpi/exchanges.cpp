// Prints when each rank is done with each of some exchanges: "NAME RANK SECONDS" a line. Built once with each MPI
// library for against_smpi_test. Point-to-point only, as the two libraries' collectives use different algorithms.
#include "tests/worlds/world.hpp"

#include <simgrid/s4u/Actor.hpp>

#include <cstdio>
#include <vector>

namespace {

constexpr int ranks = 8;

struct Here {
  int rank = 0;
  std::vector<char> out = std::vector<char>(4 << 20);
  std::vector<char> in = std::vector<char>(4 << 20);

  void send(int size, int to) { MPI_Send(out.data(), size, MPI_BYTE, to, 0, MPI_COMM_WORLD); }
  void receive(int size, int from) { MPI_Recv(in.data(), size, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
};

void rest(double seconds) { simgrid::s4u::this_actor::sleep_for(seconds); }

void ping_pong(Here& here, int size) {
  if (here.rank > 1) return;
  const int other = 1 - here.rank;
  if (here.rank == 0) here.send(size, other);
  here.receive(size, other);
  if (here.rank == 1) here.send(size, other);
}

void ring(Here& here, int size) {
  const int right = (here.rank + 1) % ranks;
  const int left = (here.rank + ranks - 1) % ranks;
  MPI_Sendrecv(here.out.data(), size, MPI_BYTE, right, 0, here.in.data(), size, MPI_BYTE, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

/// Everybody's message to rank 0 at once: they share its link.
void funnel(Here& here, int size) {
  if (here.rank > 0) {
    here.send(size, 0);
    return;
  }
  std::vector<MPI_Request> requests(ranks - 1);
  for (int from = 1; from < ranks; ++from)
    MPI_Irecv(here.in.data() + from * size, size, MPI_BYTE, from, 0, MPI_COMM_WORLD,
              &requests[static_cast<std::size_t>(from - 1)]);
  MPI_Waitall(ranks - 1, requests.data(), MPI_STATUSES_IGNORE);
}

void late_receiver(Here& here, int size) {
  if (here.rank == 0) here.send(size, 1);
  if (here.rank == 1) {
    rest(0.25);
    here.receive(size, 0);
  }
}

void late_sender(Here& here, int size) {
  if (here.rank == 0) {
    rest(0.25);
    here.send(size, 1);
  }
  if (here.rank == 1) here.receive(size, 0);
}

/// What is under way goes on while both sides compute.
void overlap(Here& here, int size) {
  if (here.rank > 1) return;
  const int other = 1 - here.rank;
  MPI_Request requests[2];
  MPI_Irecv(here.in.data(), size, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(here.out.data(), size, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[1]);
  rest(0.0005 * (1 + here.rank));
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

struct Exchange {
  const char* name;
  void (*run)(Here&, int size);
};

constexpr Exchange exchanges[] = {{"ping-pong", ping_pong},     {"ring", ring},
                                  {"funnel", funnel},           {"late-receiver", late_receiver},
                                  {"late-sender", late_sender}, {"overlap", overlap}};
constexpr int sizes[] = {1, 1000, daruma::worlds::eager_limit - 1, daruma::worlds::eager_limit, 500'000};

void run_all() {
  MPI_Init(nullptr, nullptr);
  Here here;
  MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
  double begin = 0;
  for (const Exchange& exchange : exchanges)
    for (const int size : sizes) {
      rest(++begin - MPI_Wtime()); // every exchange begins at a full second, when the one before is over
      exchange.run(here, size);
      std::printf("%s-%d %d %.9f\n", exchange.name, size, here.rank, MPI_Wtime() - begin);
    }
  MPI_Finalize();
}

} // namespace

int main() {
  daruma::scenario::Machine machine;
  machine.nodes = ranks;
  daruma::worlds::perform(machine, run_all);
}
