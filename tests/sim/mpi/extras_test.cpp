// Calls beside the common ones: buffered sends, matched probes, attributes, error classes of the application's,
// Cartesian topologies, splitting by node.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int beyond_eager = 200000; // bytes: rendezvous

TEST(BufferedSends, AreOverAtOnceAndArriveAsTheyWere) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  std::vector<char> data(beyond_eager, 'a');
                                  std::vector<char> room(2 * beyond_eager);
                                  if (rank == 1) {
                                    rest_until(1.0);
                                    for (int i = 0; i < 2; ++i) {
                                      MPI_Recv(data.data(), beyond_eager, MPI_CHAR, 0, i, MPI_COMM_WORLD,
                                               MPI_STATUS_IGNORE);
                                      check(data.back() == 'b', "overwritten");
                                    }
                                    return;
                                  }
                                  void* address = nullptr;
                                  int size = 0;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  const auto send = [&] {
                                    return MPI_Bsend(data.data(), beyond_eager, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                                  };
                                  check(send() == MPI_ERR_BUFFER, "sent without a buffer");
                                  MPI_Buffer_attach(room.data(), 2 * beyond_eager);
                                  check(MPI_Buffer_attach(room.data(), 1) == MPI_ERR_BUFFER, "two buffers");
                                  data.assign(beyond_eager, 'b');
                                  check(send() == MPI_SUCCESS, "not sent");
                                  MPI_Ibsend(data.data(), beyond_eager, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
                                  check(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS, "not sent at once");
                                  data.assign(beyond_eager, 'c');
                                  check(MPI_Wtime() < 0.9, "waited");
                                  check(send() == MPI_ERR_BUFFER, "buffer without end");
                                  MPI_Buffer_detach(static_cast<void*>(&address), &size);
                                  check(address == room.data() && size == 2 * beyond_eager, "wrong buffer");
                                  check(MPI_Wtime() > 1.0, "detached too early");
                                }))
                  .lines,
              IsEmpty());
}

TEST(BufferedSends, ToTheDeadDoNotHoldUpTheirBuffer) {
  Simulation simulation = simulation_of(2, [](int rank) {
    std::vector<char> data(beyond_eager);
    static char room[2 * beyond_eager];
    void* address = nullptr;
    int size = 0;
    if (rank == 1) rest_until(9.0);
    MPI_Buffer_attach(room, 2 * beyond_eager);
    MPI_Bsend(data.data(), beyond_eager, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Buffer_detach(static_cast<void*>(&address), &size);
    say("detached");
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(run(simulation).said_by(0), ElementsAre("detached"));
}

TEST(MatchedProbes, TakeTheirMessageOutOfTheWay) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  for (const int size : {4, beyond_eager}) {
                                    std::vector<char> first(static_cast<std::size_t>(size), 'a');
                                    std::vector<char> second(first.size(), 'b');
                                    MPI_Request requests[2];
                                    MPI_Message message = MPI_MESSAGE_NULL;
                                    MPI_Status status;
                                    int flag = -1;
                                    int count = -1;
                                    MPI_Barrier(MPI_COMM_WORLD);
                                    if (rank == 0) {
                                      MPI_Isend(first.data(), size, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &requests[0]);
                                      MPI_Isend(second.data(), size, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &requests[1]);
                                      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
                                      continue;
                                    }
                                    MPI_Improbe(0, 6, MPI_COMM_WORLD, &flag, &message, &status);
                                    check(!flag, "found what is not there");
                                    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
                                    MPI_Get_count(&status, MPI_CHAR, &count);
                                    check(count == size && status.MPI_TAG == 5, "wrong status");
                                    std::vector<char> in(first.size());
                                    MPI_Recv(in.data(), size, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                    check(in.back() == 'b', "the probed message was received");
                                    if (size == beyond_eager) {
                                      MPI_Imrecv(in.data(), size, MPI_CHAR, &message, &requests[0]);
                                      MPI_Wait(&requests[0], &status);
                                    } else {
                                      MPI_Mrecv(in.data(), size, MPI_CHAR, &message, &status);
                                    }
                                    check(in.back() == 'a' && status.MPI_SOURCE == 0, "wrong message");
                                    check(message == MPI_MESSAGE_NULL, "message kept");
                                  }
                                  MPI_Message nobody = MPI_MESSAGE_NULL;
                                  MPI_Status status;
                                  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &nobody, &status);
                                  check(nobody == MPI_MESSAGE_NO_PROC && nobody != MPI_MESSAGE_NULL, "not nobody");
                                  MPI_Mrecv(nullptr, 0, MPI_CHAR, &nobody, &status);
                                  check(status.MPI_SOURCE == MPI_PROC_NULL, "from somebody");
                                }))
                  .lines,
              IsEmpty());
}

TEST(MatchedProbes, OfAMessageWhoseSenderDiesEndInAFailure) {
  Simulation simulation = simulation_of(2, [](int rank) {
    std::vector<char> data(beyond_eager);
    MPI_Message message = MPI_MESSAGE_NULL;
    if (rank == 0) MPI_Send(data.data(), beyond_eager, MPI_CHAR, 1, 5, MPI_COMM_WORLD), rest_until(9.0);
    MPI_Mprobe(0, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    rest_until(2.0);
    say(word(MPI_Mrecv(data.data(), beyond_eager, MPI_CHAR, &message, MPI_STATUS_IGNORE)));
  });
  simulation.kills = {{1.0, 0}};
  EXPECT_THAT(run(simulation).said_by(1), ElementsAre("failed"));
}

// --- Attributes

int copy_one_more(MPI_Comm, int, void* extra, void* in, void* out, int* flag) {
  *static_cast<void**>(out) = static_cast<char*>(in) + 1;
  *flag = *static_cast<int*>(extra);
  return MPI_SUCCESS;
}

int say_removed(MPI_Comm, int, void* value, void*) {
  say("removed " + std::to_string(reinterpret_cast<std::intptr_t>(value)));
  return MPI_SUCCESS;
}

void* number(std::intptr_t value) { return reinterpret_cast<void*>(value); } // NOLINT(performance-no-int-to-ptr)

TEST(Attributes, HaveKeysOfTheirOwnSort) {
  EXPECT_THAT(
      run(simulation_of(1,
                        [](int) {
                          int of_types = -1;
                          int flag = -1;
                          void* value = nullptr;
                          MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &of_types, nullptr);
                          const MPI_Comm comm = MPI_COMM_WORLD;
                          check(MPI_Comm_set_attr(comm, of_types, nullptr) == MPI_ERR_KEYVAL, "set");
                          check(MPI_Comm_get_attr(comm, of_types, static_cast<void*>(&value), &flag) == MPI_ERR_KEYVAL,
                                "got");
                          check(MPI_Comm_free_keyval(&of_types) == MPI_ERR_KEYVAL, "freed");
                          check(MPI_Type_free_keyval(&of_types) == MPI_SUCCESS, "not freed");
                        }))
          .lines,
      IsEmpty());
}

TEST(Communicators, ThatWereFreedAreNone) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int) {
                                  MPI_Comm comm = MPI_COMM_NULL;
                                  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
                                  MPI_Comm copy = comm;
                                  MPI_Comm_free(&comm);
                                  check(MPI_Barrier(copy) == MPI_ERR_COMM, "used");
                                  check(MPI_Comm_free(&copy) == MPI_ERR_COMM, "freed twice");
                                  MPI_Comm world = MPI_COMM_WORLD;
                                  check(MPI_Comm_free(&world) == MPI_ERR_COMM, "the world freed");
                                  check(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS, "no world");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Messages, ThatEndWithinAnElementWereSentAsSomethingElse) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int data[2] = {};
                                  if (rank == 0) {
                                    MPI_Send(data, 3, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                                    MPI_Send(data, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
                                    return;
                                  }
                                  MPI_Status status;
                                  check(MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status) == MPI_ERR_TYPE,
                                        "three bytes are an int");
                                  check(MPI_Recv(data, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &status) == MPI_SUCCESS,
                                        "fewer elements are an error");
                                  check(MPI_Recv(nullptr, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                                                 &status) == MPI_SUCCESS,
                                        "nothing needs a datatype");
                                }))
                  .lines,
              IsEmpty());
}

std::string attribute(MPI_Comm comm, int key) {
  void* value = nullptr;
  int flag = -1;
  MPI_Comm_get_attr(comm, key, static_cast<void*>(&value), &flag);
  return flag ? std::to_string(reinterpret_cast<std::intptr_t>(value)) : "none";
}

TEST(Attributes, AreCopiedToDuplicatesAndRemovedAsTheirKeysSay) {
  EXPECT_THAT(
      run(simulation_of(1,
                        [](int) {
                          int keys[3];
                          int copies = 1;
                          MPI_Comm copy, split;
                          MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[0], nullptr);
                          MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keys[1], nullptr);
                          MPI_Comm_create_keyval(copy_one_more, say_removed, &keys[2], &copies);
                          for (const int key : keys) MPI_Comm_set_attr(MPI_COMM_WORLD, key, number(10 * key + 10));
                          MPI_Comm_dup(MPI_COMM_WORLD, &copy);
                          MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &split);
                          for (const MPI_Comm comm : {MPI_COMM_WORLD, copy, split})
                            say(attribute(comm, keys[0]) + " " + attribute(comm, keys[1]) + " " +
                                attribute(comm, keys[2]));
                          MPI_Comm_set_attr(copy, keys[2], number(7));
                          MPI_Comm_free(&copy);
                          MPI_Comm_delete_attr(MPI_COMM_WORLD, keys[2]);
                          say(attribute(MPI_COMM_WORLD, keys[2]));
                          check(MPI_Comm_delete_attr(MPI_COMM_WORLD, keys[2]) == MPI_ERR_KEYVAL, "removed twice");
                          MPI_Comm_set_attr(MPI_COMM_SELF, keys[2], number(8));
                        }))
          .said_by(0),
      ElementsAre("10 20 30", "none 20 31", "none none none", "removed 31", "removed 7", "removed 30", "none",
                  "removed 8"));
}

TEST(Attributes, OfMpiItself) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int) {
                                  int* value = nullptr;
                                  int flag = 0;
                                  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&value), &flag);
                                  check(flag && *value >= 32767, "no tags");
                                  MPI_Attr_get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, static_cast<void*>(&value), &flag);
                                  check(flag && *value == 3, "wrong universe");
                                  check(MPI_Comm_get_attr(MPI_COMM_WORLD, 99, static_cast<void*>(&value), &flag) ==
                                            MPI_ERR_KEYVAL,
                                        "unknown key taken");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Errors, OfTheApplicationHaveClassesCodesAndTexts) {
  EXPECT_THAT(
      run(simulation_of(1,
                        [](int) {
                          int own_class = 0;
                          int own_code = 0;
                          int found = 0;
                          int length = 0;
                          int* last = nullptr;
                          char own_text[] = "out of luck";
                          char text[MPI_MAX_ERROR_STRING];
                          MPI_Add_error_class(&own_class);
                          MPI_Add_error_code(own_class, &own_code);
                          MPI_Add_error_string(own_code, own_text);
                          MPI_Error_class(own_code, &found);
                          check(own_class > MPI_ERR_LASTCODE && own_code != own_class && found == own_class,
                                "wrong class");
                          MPI_Error_string(own_code, text, &length);
                          check(std::string(text) == own_text && length == 11, "wrong text");
                          MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, static_cast<void*>(&last), &found);
                          check(found && *last == own_code, "wrong last code");
                          check(MPI_Add_error_string(MPI_ERR_COMM, own_text) == MPI_ERR_ARG, "MPI's text changed");
                          for (const int known : {MPI_ERR_NAME, MPI_ERR_DIMS, MPI_ERR_PORT}) {
                            MPI_Error_string(known, text, &length);
                            check(std::string(text).rfind("MPI_ERR_", 0) == 0, "no name");
                          }
                        }))
          .lines,
      IsEmpty());
}

// --- Cartesian topologies

TEST(Grids, PutRanksInRows) {
  EXPECT_THAT(run(simulation_of(7,
                                [](int rank) {
                                  const int extents[] = {2, 3};
                                  const int periodic[] = {0, 1};
                                  MPI_Comm grid = MPI_COMM_NULL;
                                  MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
                                  if (rank == 6) return check(grid == MPI_COMM_NULL, "on the grid");
                                  int found[2], wraps[2], at[2], kind, dimensions, own, up, down, left, right;
                                  MPI_Topo_test(grid, &kind);
                                  MPI_Cartdim_get(grid, &dimensions);
                                  MPI_Cart_get(grid, 2, found, wraps, at);
                                  MPI_Cart_rank(grid, at, &own);
                                  MPI_Cart_shift(grid, 0, 1, &up, &down);
                                  MPI_Cart_shift(grid, 1, 1, &left, &right);
                                  check(kind == MPI_CART && dimensions == 2 && found[1] == 3 && wraps[0] == 0,
                                        "wrong grid");
                                  check(at[0] == rank / 3 && at[1] == rank % 3 && own == rank, "wrong place");
                                  check(up == (rank < 3 ? MPI_PROC_NULL : rank - 3), "wrong above");
                                  check(down == (rank < 3 ? rank + 3 : MPI_PROC_NULL), "wrong below");
                                  check(left == rank / 3 * 3 + (rank + 2) % 3, "wrong left");
                                  check(right == rank / 3 * 3 + (rank + 1) % 3, "wrong right");
                                  const int rows[] = {0, 1};
                                  MPI_Comm row = MPI_COMM_NULL;
                                  int place = -1, size = -1;
                                  MPI_Cart_sub(grid, rows, &row);
                                  MPI_Comm_rank(row, &place);
                                  MPI_Comm_size(row, &size);
                                  MPI_Cart_coords(row, place, 1, at);
                                  check(place == rank % 3 && size == 3 && at[0] == place, "wrong row");
                                  MPI_Comm copy = MPI_COMM_NULL;
                                  MPI_Comm_dup(row, &copy);
                                  MPI_Cartdim_get(copy, &dimensions);
                                  check(dimensions == 1, "a duplicate without grid");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Grids, ThatCannotBeAreRefused) {
  EXPECT_THAT(run(simulation_of(4,
                                [](int) {
                                  const int extents[] = {2, 3};
                                  const int periodic[] = {0, 0};
                                  const int outside[] = {2, 0};
                                  int rank = 0;
                                  MPI_Comm grid = MPI_COMM_NULL;
                                  check(MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid) == MPI_ERR_DIMS,
                                        "more places than ranks");
                                  check(MPI_Cartdim_get(MPI_COMM_WORLD, &rank) == MPI_ERR_TOPOLOGY,
                                        "a grid from nowhere");
                                  MPI_Cart_create(MPI_COMM_WORLD, 1, extents, periodic, 0, &grid);
                                  if (grid != MPI_COMM_NULL)
                                    check(MPI_Cart_rank(grid, outside, &rank) == MPI_ERR_ARG, "a rank beyond the edge");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Grids, AreBalanced) {
  struct Case {
    int nodes;
    std::vector<int> given;
    std::vector<int> wanted;
  };
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  const Case cases[] = {{6, {0, 0}, {3, 2}},
                                                        {7, {0, 0}, {7, 1}},
                                                        {6, {0, 3, 0}, {2, 3, 1}},
                                                        {24, {0, 0, 0}, {4, 3, 2}},
                                                        {16, {0, 0}, {4, 4}},
                                                        {1, {0, 0}, {1, 1}},
                                                        {1000, {0, 0, 0}, {10, 10, 10}},
                                                        {34425, {0, 0, 0}, {51, 27, 25}},
                                                        {5040, {0, 0, 0}, {21, 16, 15}},
                                                        {9973, {0, 0, 0}, {9973, 1, 1}},
                                                        {1 << 20, std::vector<int>(10, 0), std::vector<int>(10, 4)},
                                                        {12, {3, 4}, {3, 4}}};
                                  for (Case c : cases) {
                                    MPI_Dims_create(c.nodes, static_cast<int>(c.given.size()), c.given.data());
                                    if (c.given != c.wanted)
                                      say(std::to_string(c.nodes) + " gave " + testing::PrintToString(c.given));
                                  }
                                  int impossible[] = {4, 0};
                                  check(MPI_Dims_create(7, 2, impossible) == MPI_ERR_DIMS, "7 is no multiple of 4");
                                }))
                  .lines,
              IsEmpty());
}

TEST(SplitByNode, PutsThoseTogetherWhoShareOne) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  MPI_Comm node = MPI_COMM_NULL;
                                  int size = -1;
                                  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
                                  MPI_Comm_size(node, &size);
                                  check(size == 1, "a node has one process here");
                                  MPI_Comm_split_type(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0,
                                                      MPI_INFO_NULL, &node);
                                  check((node == MPI_COMM_NULL) == (rank != 0), "took part undefined");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Grids, AndGraphsPlaceRanksAsTheyAre) {
  EXPECT_THAT(run(simulation_of(4,
                                [](int rank) {
                                  const int extents[] = {3};
                                  const int periodic[] = {1};
                                  const int index[] = {1, 2};
                                  const int edges[] = {1, 0};
                                  int place = -7;
                                  MPI_Cart_map(MPI_COMM_WORLD, 1, extents, periodic, &place);
                                  check(place == (rank < 3 ? rank : MPI_UNDEFINED), "MPI_Cart_map");
                                  MPI_Graph_map(MPI_COMM_WORLD, 2, index, edges, &place);
                                  check(place == (rank < 2 ? rank : MPI_UNDEFINED), "MPI_Graph_map");
                                }))
                  .lines,
              IsEmpty());
}

// --- The environment

TEST(Environment, TellsWhetherMpiIsThere) {
  Simulation simulation;
  simulation.processes = 2;
  simulation.program = [](int) {
    int initialized = -1;
    int finalized = -1;
    const auto look = [&] { MPI_Initialized(&initialized), MPI_Finalized(&finalized); };
    look();
    check(!initialized && !finalized, "before");
    MPI_Init(nullptr, nullptr);
    look();
    check(initialized && !finalized, "within");
    MPI_Finalize();
    look();
    check(initialized && finalized, "after");
  };
  EXPECT_THAT(run(simulation).lines, IsEmpty());
}

TEST(Environment, TellsVersionsAndItsClock) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int version = 0;
                                  int subversion = -1;
                                  int length = 0;
                                  char text[MPI_MAX_LIBRARY_VERSION_STRING];
                                  MPI_Get_version(&version, &subversion);
                                  check(version == MPI_VERSION && subversion == MPI_SUBVERSION, "version");
                                  MPI_Get_library_version(text, &length);
                                  check(std::string(text).find("Daruma") != std::string::npos, text);
                                  check(length == static_cast<int>(std::string(text).size()), "length");
                                  rest_until(2.0);
                                  check(MPI_Wtime() >= 2.0 && MPI_Wtime() < 2.1, "time");
                                  check(MPI_Wtick() > 0 && MPI_Wtick() < 1e-3, "tick");
                                  check(MPI_Pcontrol(1) == MPI_SUCCESS, "MPI_Pcontrol");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Environment, GivesMemoryAndTakesItBack) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int* memory = nullptr;
                                  MPI_Alloc_mem(1000 * sizeof(int), MPI_INFO_NULL, static_cast<void*>(&memory));
                                  std::fill_n(memory, 1000, rank);
                                  MPI_Bcast(memory, 1000, MPI_INT, 1, MPI_COMM_WORLD);
                                  check(std::count(memory, memory + 1000, 1) == 1000, "not usable");
                                  check(MPI_Free_mem(memory) == MPI_SUCCESS, "kept");
                                  check(MPI_Alloc_mem(-1, MPI_INFO_NULL, static_cast<void*>(&memory)) != MPI_SUCCESS,
                                        "less than nothing");
                                }))
                  .lines,
              IsEmpty());
}

// --- Infos

TEST(Infos, AreDuplicatedWithAllThatTheyHave) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  MPI_Info info = MPI_INFO_NULL;
                                  MPI_Info copy = MPI_INFO_NULL;
                                  int length = -1;
                                  int flag = -1;
                                  MPI_Info_create(&info);
                                  MPI_Info_set(info, "colour", "green");
                                  MPI_Info_dup(info, &copy);
                                  MPI_Info_delete(info, "colour");
                                  MPI_Info_get_valuelen(copy, "colour", &length, &flag);
                                  check(flag && length == 5, "the copy has lost it");
                                  MPI_Info_get_valuelen(info, "colour", &length, &flag);
                                  check(!flag, "the original has it still");
                                  MPI_Info_free(&info);
                                  MPI_Info_free(&copy);
                                }))
                  .lines,
              IsEmpty());
}

TEST(Communicators, AreDuplicatedWithHints) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  MPI_Info info = MPI_INFO_NULL;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Comm copies[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
                                  MPI_Info_create(&info);
                                  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
                                  check(MPI_Comm_set_info(MPI_COMM_WORLD, info) == MPI_SUCCESS, "set");
                                  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &copies[0]);
                                  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &copies[1], &request);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  MPI_Info_free(&info);
                                  for (MPI_Comm& copy : copies) {
                                    int sum = 0;
                                    int compared = -1;
                                    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
                                    MPI_Comm_compare(copy, MPI_COMM_WORLD, &compared);
                                    check(sum == 3 && compared == MPI_CONGRUENT, "no duplicate");
                                    MPI_Comm_free(&copy);
                                  }
                                }))
                  .lines,
              IsEmpty());
}

/// "true" or what else is under the key of a communicator's hints; "-" where nothing is.
std::string hint_of(MPI_Comm comm, const char* key) {
  MPI_Info hints = MPI_INFO_NULL;
  int is_there = 0;
  char value[MPI_MAX_INFO_VAL + 1] = "-";
  MPI_Comm_get_info(comm, &hints);
  MPI_Info_get(hints, key, MPI_MAX_INFO_VAL, value, &is_there);
  MPI_Info_free(&hints);
  return is_there ? value : "-";
}

/// Of its original a duplicate has none (MPI 4.0).
TEST(Communicators, TellTheHintsThatMpiNames) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int) {
                                  MPI_Info info = MPI_INFO_NULL;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Comm made[4] = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
                                  MPI_Info_create(&info);
                                  MPI_Info_set(info, "mpi_assert_exact_length", "true");
                                  MPI_Info_set(info, "colour", "green");
                                  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &made[0]);
                                  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &made[1], &request);
                                  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, info, &made[2]);
                                  MPI_Info_set(info, "mpi_assert_exact_length", "false");
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  MPI_Comm_dup(made[0], &made[3]);
                                  for (int i = 0; i < 4; ++i) {
                                    const std::string hint = hint_of(made[i], "mpi_assert_exact_length");
                                    check(hint == (i < 3 ? "true" : "-"), hint + " of " + std::to_string(i));
                                    check(hint_of(made[i], "colour") == "-", "a hint that MPI does not know");
                                  }
                                  MPI_Comm_set_info(made[0], info);
                                  check(hint_of(made[0], "mpi_assert_exact_length") == "false", "not taken back");
                                  check(hint_of(MPI_COMM_WORLD, "mpi_assert_exact_length") == "-", "of another");
                                  for (MPI_Comm& comm : made) MPI_Comm_free(&comm);
                                  MPI_Info_free(&info);
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
