// Graph topologies and exchanges with neighbours on all of them; persistent collectives.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace daruma::mpi::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

using Ints = std::vector<int>;

std::string text(const Ints& numbers) { return testing::PrintToString(numbers); }

int topology_of(MPI_Comm comm) {
  int kind = 0;
  MPI_Topo_test(comm, &kind);
  return kind;
}

/// 0 - 1 - 2, and 0 with itself; process 3 is not in it.
MPI_Comm make_graph() {
  const int index[] = {2, 4, 5};
  const int edges[] = {0, 1, 0, 2, 1};
  MPI_Comm graph = MPI_COMM_NULL;
  MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 1, &graph);
  return graph;
}

TEST(Graphs, KnowTheirEdges) {
  EXPECT_THAT(run(simulation_of(4,
                                [](int rank) {
                                  const MPI_Comm graph = make_graph();
                                  if (rank == 3) return check(graph == MPI_COMM_NULL, "in it");
                                  MPI_Comm copy = MPI_COMM_NULL;
                                  MPI_Comm_dup(graph, &copy);
                                  int nodes = 0;
                                  int edges = 0;
                                  int count = 0;
                                  Ints neighbours(2, -1);
                                  MPI_Graphdims_get(copy, &nodes, &edges);
                                  MPI_Graph_neighbors_count(copy, 1, &count);
                                  MPI_Graph_neighbors(copy, 1, 2, neighbours.data());
                                  check(topology_of(copy) == MPI_GRAPH && nodes == 3 && edges == 5, "size");
                                  check(count == 2 && neighbours == Ints{0, 2}, text(neighbours));
                                  check(MPI_Graph_neighbors_count(copy, 3, &count) == MPI_ERR_RANK, "rank 3");
                                  Ints index(3);
                                  Ints all(5);
                                  MPI_Graph_get(copy, 3, 5, index.data(), all.data());
                                  check(index == Ints{2, 4, 5} && all == Ints{0, 1, 0, 2, 1}, text(all));
                                  check(MPI_Graph_get(MPI_COMM_WORLD, 0, 0, nullptr, nullptr) == MPI_ERR_TOPOLOGY,
                                        "world");
                                }))
                  .lines,
              IsEmpty());
}

/// A ring in which each sends to the next two.
MPI_Comm make_ring(int rank, int size) {
  const int sources[] = {(rank + size - 1) % size, (rank + size - 2) % size};
  const int destinations[] = {(rank + 1) % size, (rank + 2) % size};
  const int weights[] = {10 + rank, 20 + rank};
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, destinations, weights, MPI_INFO_NULL, 0,
                                 &ring);
  return ring;
}

TEST(DistributedGraphs, KnowTheNeighboursOfEachRank) {
  EXPECT_THAT(run(simulation_of(5,
                                [](int rank) {
                                  const MPI_Comm ring = make_ring(rank, 5);
                                  int in = 0;
                                  int out = 0;
                                  int weighted = 0;
                                  MPI_Dist_graph_neighbors_count(ring, &in, &out, &weighted);
                                  check(in == 2 && out == 2 && weighted == 1, "counts");
                                  Ints sources(2), sources_weigh(2), destinations(2), destinations_weigh(2);
                                  MPI_Dist_graph_neighbors(ring, 2, sources.data(), sources_weigh.data(), 2,
                                                           destinations.data(), destinations_weigh.data());
                                  check(sources == Ints{(rank + 4) % 5, (rank + 3) % 5}, text(sources));
                                  check(destinations == Ints{(rank + 1) % 5, (rank + 2) % 5}, text(destinations));
                                  check(destinations_weigh == Ints{10 + rank, 20 + rank}, text(destinations_weigh));
                                }))
                  .lines,
              IsEmpty());
}

TEST(DistributedGraphs, ArePutTogetherOfEdgesThatAnybodyBrings) {
  const Outcome outcome = run(simulation_of(3, [](int rank) {
    const int sources[] = {0, 2}; // all of them are rank 1's
    const int degrees[] = {2, 1};
    const int destinations[] = {1, 2, 0};
    MPI_Comm graph = MPI_COMM_NULL;
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 1 ? 2 : 0, sources, degrees, destinations, MPI_UNWEIGHTED,
                          MPI_INFO_NULL, 0, &graph);
    int in = 0;
    int out = 0;
    int weighted = 1;
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    check(weighted == 0 && topology_of(graph) == MPI_DIST_GRAPH, "kind");
    Ints from(static_cast<std::size_t>(in)), to(static_cast<std::size_t>(out));
    MPI_Dist_graph_neighbors(graph, in, from.data(), MPI_UNWEIGHTED, out, to.data(), MPI_UNWEIGHTED);
    say(text(from) + " -> " + text(to));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("{ 2 } -> { 1, 2 }"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("{ 0 } -> {}"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("{ 0 } -> { 0 }"));
}

TEST(Neighbours, OnAGridThatAreOneRankGetWhatIsMeantForThem) {
  for (const int size : {1, 2, 3}) {
    EXPECT_THAT(run(simulation_of(size,
                                  [size](int rank) {
                                    const int periodic = 1;
                                    MPI_Comm ring = MPI_COMM_NULL;
                                    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
                                    const Ints down_and_up{10 * rank, 10 * rank + 1};
                                    Ints got(2, -1);
                                    MPI_Neighbor_alltoall(down_and_up.data(), 1, MPI_INT, got.data(), 1, MPI_INT, ring);
                                    const int below = (rank + size - 1) % size;
                                    const int above = (rank + 1) % size;
                                    check(got == Ints{10 * below + 1, 10 * above}, text(got));
                                  }))
                    .lines,
                IsEmpty());
  }
}

TEST(Neighbours, BeyondTheEdgeOfAGridSendNothing) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  const int size = 3;
                                  const int periodic = 0;
                                  MPI_Comm line = MPI_COMM_NULL;
                                  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
                                  Ints got(2, -1);
                                  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got.data(), 1, MPI_INT, line);
                                  check(got == Ints{rank - 1, rank == 2 ? -1 : rank + 1}, text(got));
                                }))
                  .lines,
              IsEmpty());
}

/// Each sends its number times ten and one more to the next two; all forms of a call give the same.
TEST(Neighbours, OnAGraphExchangeInEveryForm) {
  const Outcome outcome = run(simulation_of(5, [](int rank) {
    const MPI_Comm ring = make_ring(rank, 5);
    const Ints out{10 * rank, 10 * rank + 1};
    const Ints wanted{10 * ((rank + 4) % 5), 10 * ((rank + 3) % 5) + 1};
    const int counts[] = {1, 1};
    const int places[] = {0, 1};
    const MPI_Aint bytes[] = {0, 4};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    const auto expect = [&](const char* call, const std::function<void(int*, MPI_Request*)>& start) {
      Ints got(2, -1);
      MPI_Request request = MPI_REQUEST_NULL;
      start(got.data(), &request);
      if (request != MPI_REQUEST_NULL) MPI_Wait(&request, MPI_STATUS_IGNORE);
      check(got == wanted, std::string(call) + text(got));
    };
    expect("alltoall",
           [&](int* in, MPI_Request*) { MPI_Neighbor_alltoall(out.data(), 1, MPI_INT, in, 1, MPI_INT, ring); });
    expect("ialltoall", [&](int* in, MPI_Request* request) {
      MPI_Ineighbor_alltoall(out.data(), 1, MPI_INT, in, 1, MPI_INT, ring, request);
    });
    expect("alltoallv", [&](int* in, MPI_Request*) {
      MPI_Neighbor_alltoallv(out.data(), counts, places, MPI_INT, in, counts, places, MPI_INT, ring);
    });
    expect("ialltoallw", [&](int* in, MPI_Request* request) {
      MPI_Ineighbor_alltoallw(out.data(), counts, bytes, types, in, counts, bytes, types, ring, request);
    });
    Ints got(2, -1);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Neighbor_allgatherv_init(&rank, 1, MPI_INT, got.data(), counts, places, MPI_INT, ring, MPI_INFO_NULL, &request);
    for (int round = 0; round < 3; ++round) {
      got.assign(2, -1);
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      check(got == Ints{(rank + 4) % 5, (rank + 3) % 5}, "allgatherv" + text(got));
    }
    MPI_Request_free(&request);
    check(MPI_Neighbor_alltoall(out.data(), 1, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD) == MPI_ERR_TOPOLOGY,
          "world");
  }));
  EXPECT_THAT(outcome.lines, IsEmpty());
}

TEST(PersistentCollectives, RunAsOftenAsTheyAreStarted) {
  const Outcome outcome = run(simulation_of(4, [](int rank) {
    int own = 0;
    int sum = 0;
    int root = 0;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Allreduce_init(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&root, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; ++round) {
      own = rank + round;
      root = rank == 2 ? 100 + round : -1;
      if (rank == 1) { // the order of starts is each member's own
        MPI_Start(&requests[1]);
        MPI_Start(&requests[0]);
      } else {
        MPI_Startall(2, requests);
      }
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      check(sum == 6 + 4 * round && root == 100 + round, std::to_string(sum) + " " + std::to_string(root));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    check(requests[0] == MPI_REQUEST_NULL, "not freed");
  }));
  EXPECT_THAT(outcome.lines, IsEmpty());
}

TEST(NonblockingCollectives, MayBeUnderWayByTheTenThousands) {
  constexpr int many = 20'000;
  EXPECT_THAT(run(simulation_of(2,
                                [](int) {
                                  std::vector<MPI_Request> requests(many, MPI_REQUEST_NULL);
                                  for (MPI_Request& request : requests) MPI_Ibarrier(MPI_COMM_WORLD, &request);
                                  check(MPI_Waitall(many, requests.data(), MPI_STATUSES_IGNORE) == MPI_SUCCESS, "wait");
                                }))
                  .lines,
              IsEmpty());
}

TEST(PairedMessages, AreOneRequest) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  int got = -1;
                                  int own = rank;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Status status;
                                  const int next = (rank + 1) % 3;
                                  const int previous = (rank + 2) % 3;
                                  MPI_Isendrecv(&own, 1, MPI_INT, next, 1, &got, 1, MPI_INT, MPI_ANY_SOURCE, 1,
                                                MPI_COMM_WORLD, &request);
                                  MPI_Wait(&request, &status);
                                  check(got == previous && status.MPI_SOURCE == previous, std::to_string(got));
                                  MPI_Isendrecv_replace(&own, 1, MPI_INT, next, 1, previous, 1, MPI_COMM_WORLD,
                                                        &request);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  check(own == previous, std::to_string(own));
                                }))
                  .lines,
              IsEmpty());
}

TEST(Creating, OfSeveralGroupsWithoutACommonMemberGivesEachItsCommunicator) {
  EXPECT_THAT(run(simulation_of(5,
                                [](int rank) {
                                  MPI_Group world = MPI_GROUP_NULL;
                                  MPI_Group own = MPI_GROUP_EMPTY;
                                  MPI_Comm made = MPI_COMM_NULL;
                                  const int even[] = {0, 2};
                                  const int odd[] = {3, 1};
                                  MPI_Comm_group(MPI_COMM_WORLD, &world);
                                  if (rank < 4) MPI_Group_incl(world, 2, rank % 2 == 0 ? even : odd, &own);
                                  MPI_Comm_create(MPI_COMM_WORLD, own, &made);
                                  if (rank == 4) return check(made == MPI_COMM_NULL, "in one");
                                  int sum = 0;
                                  int place = -1;
                                  MPI_Comm_rank(made, &place);
                                  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
                                  check(sum == (rank % 2 == 0 ? 2 : 4) && place == (rank == 1 || rank == 2), "sum");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Creating, OfAGroupFromElsewhereIsAnError) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  MPI_Comm alone = MPI_COMM_NULL;
                                  MPI_Comm made = MPI_COMM_NULL;
                                  MPI_Group both = MPI_GROUP_NULL;
                                  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &alone);
                                  MPI_Comm_group(MPI_COMM_WORLD, &both);
                                  check(MPI_Comm_create(alone, both, &made) == MPI_ERR_GROUP, "made");
                                }))
                  .lines,
              IsEmpty());
}

std::string name_of(MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Comm_get_name(comm, name, &length);
  return name;
}

TEST(Names, OfPredefinedCommunicatorsAreTheirsUntilTheyAreChanged) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  say(name_of(MPI_COMM_WORLD));
                                  say(name_of(MPI_COMM_SELF));
                                  MPI_Comm copy = MPI_COMM_NULL;
                                  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
                                  say(name_of(copy));
                                  MPI_Comm_set_name(MPI_COMM_WORLD, "");
                                  say(name_of(MPI_COMM_WORLD));
                                }))
                  .said_by(0),
              ElementsAre("MPI_COMM_WORLD", "MPI_COMM_SELF", "", ""));
}

int note(MPI_Comm, int, void* value, void*) {
  say(static_cast<const char*>(value));
  return MPI_SUCCESS;
}

TEST(Attributes, OfSelfAreDeletedAtTheEndTheLastFirst) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  static char texts[3][2] = {"a", "b", "c"};
                                  int keys[3];
                                  for (int& key : keys)
                                    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note, &key, nullptr);
                                  for (const int i : {2, 0, 1}) MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], texts[i]);
                                }))
                  .said_by(0),
              ElementsAre("b", "a", "c"));
}

TEST(Attributes, OfMpiSayThatFailuresAreToleratedAndWhichCommandThisIs) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int) {
                                  const auto value_of = [](int key) {
                                    int* value = nullptr;
                                    int flag = 0;
                                    MPI_Comm_get_attr(MPI_COMM_WORLD, key, static_cast<void*>(&value), &flag);
                                    return flag ? *value : -1;
                                  };
                                  check(value_of(MPI_FT) == 1 && value_of(MPI_APPNUM) == 0, "attributes");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Aborting, OnOneCommunicatorEndsItsProcessesAlone) {
  const Outcome outcome = run(simulation_of(4, [](int rank) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_ABORT);
    if (rank == 3) MPI_Send(nullptr, -1, MPI_INT, 0, 0, half);
    rest_until(1.0);
    say("lives");
  }));
  EXPECT_THAT(outcome.lines.size(), 2u);
  EXPECT_EQ(outcome.said_by(0).size() + outcome.said_by(1).size(), 2u);
}

TEST(Arguments, ThatAreMissingAreAnError) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  const MPI_Comm world = MPI_COMM_WORLD;
                                  MPI_Group group = MPI_GROUP_NULL;
                                  int size = 0;
                                  MPI_Comm_group(world, &group);
                                  check(MPI_Group_size(group, nullptr) == MPI_ERR_ARG, "size of a group");
                                  check(MPI_Group_union(group, group, nullptr) == MPI_ERR_ARG, "union");
                                  check(MPI_Group_union(group, MPI_GROUP_NULL, &group) == MPI_ERR_GROUP,
                                        "with nothing");
                                  check(MPI_Group_size((MPI_Group)MPI_COMM_WORLD, &size) == MPI_ERR_GROUP,
                                        "size of a communicator as a group");
                                  check(MPI_Comm_size(world, nullptr) == MPI_ERR_ARG, "size");
                                  check(MPI_Comm_split(world, 0, 0, nullptr) == MPI_ERR_ARG, "split");
                                  check(MPI_Comm_get_info(world, nullptr) == MPI_ERR_ARG, "info");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Splitting, ByHardwareGoesByNodesOrFindsNothing) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int) { // each on its node
                                  MPI_Comm made = MPI_COMM_NULL;
                                  MPI_Info info = MPI_INFO_NULL;
                                  int size = 0;
                                  MPI_Info_create(&info);
                                  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made);
                                  check(made == MPI_COMM_NULL, "guided by nothing");
                                  MPI_Info_set(info, "mpi_hw_resource_type", "mpi_shared_memory");
                                  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made);
                                  MPI_Comm_size(made, &size);
                                  check(size == 1, "by nodes");
                                  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &made);
                                  check(made == MPI_COMM_NULL, "unguided");
                                }))
                  .lines,
              IsEmpty());
}

int cancelled(MPI_Request* request) {
  MPI_Status status;
  int flag = 0;
  MPI_Cancel(request);
  MPI_Wait(request, &status);
  MPI_Test_cancelled(&status, &flag);
  return flag;
}

TEST(Sends, CanBeCancelledUntilSomebodyReceivesThem) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  std::vector<char> large(200'000, 'a');
                                  const char small = 'b';
                                  char got = 0;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  if (rank == 0) {
                                    for (const int size : {1, 200'000}) {
                                      MPI_Isend(large.data(), size, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
                                      check(cancelled(&request) == 1, "not cancelled");
                                    }
                                    MPI_Isend(&small, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
                                    rest_until(1.0);
                                    check(cancelled(&request) == 0, "cancelled too late");
                                  } else {
                                    rest_until(0.5);
                                    MPI_Recv(&got, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                    check(got == 'b', "got what was cancelled");
                                  }
                                }))
                  .lines,
              IsEmpty());
}

int fill_in(void* extra, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, *static_cast<int*>(extra));
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 17;
  return MPI_SUCCESS;
}

int release(void*) {
  say("released");
  return MPI_SUCCESS;
}

int cancel(void*, int is_complete) {
  say(is_complete ? "too late" : "cancelled");
  return MPI_SUCCESS;
}

TEST(GeneralizedRequests, AreOverWhenTheProgramSaysSo) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  static int elements = 3;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Status status;
                                  int flag = 1;
                                  int count = 0;
                                  MPI_Grequest_start(fill_in, release, cancel, &elements, &request);
                                  MPI_Test(&request, &flag, &status);
                                  check(!flag, "over at once");
                                  MPI_Cancel(&request);
                                  MPI_Grequest_complete(request);
                                  MPI_Wait(&request, &status);
                                  MPI_Get_count(&status, MPI_INT, &count);
                                  check(count == 3 && status.MPI_SOURCE == 17, "status");
                                  check(request == MPI_REQUEST_NULL, "request");
                                }))
                  .said_by(0),
              ElementsAre("cancelled", "released"));
}

TEST(Bottom, IsWhereAddressesBegin) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  static int numbers[2][2]; // of each process
                                  int* const own = numbers[rank];
                                  MPI_Aint places[2];
                                  const int lengths[] = {1, 1};
                                  MPI_Datatype both = MPI_DATATYPE_NULL;
                                  MPI_Get_address(own, &places[1]);
                                  MPI_Get_address(own + 1, &places[0]);
                                  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
                                  MPI_Type_commit(&both);
                                  if (rank == 0) {
                                    own[0] = 1;
                                    own[1] = 2;
                                    MPI_Send(MPI_BOTTOM, 1, both, 1, 0, MPI_COMM_WORLD);
                                  } else {
                                    MPI_Recv(MPI_BOTTOM, 1, both, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                    check(own[0] == 1 && own[1] == 2, "received");
                                  }
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
