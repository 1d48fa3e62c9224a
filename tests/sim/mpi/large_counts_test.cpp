// Calls with large counts: the same as those with ints, and beyond what an int can say.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace daruma::mpi::test {
namespace {

using testing::IsEmpty;

constexpr MPI_Count beyond = MPI_Count(3) << 30; // more than an int holds

/// So many elements of one byte that lie in one: nothing is to be had in memory for a large message.
MPI_Datatype many_in_one(MPI_Count count) {
  MPI_Datatype still = MPI_DATATYPE_NULL;
  MPI_Datatype made = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_BYTE, 0, 0, &still);
  MPI_Type_contiguous_c(count, still, &made);
  MPI_Type_free(&still);
  MPI_Type_commit(&made);
  return made;
}

TEST(LargeCounts, SendAndReceiveAsSmallOnesDo) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int data[3] = {1, 2, 3};
                                  int in[3] = {};
                                  MPI_Count count = -1;
                                  MPI_Status status;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Message message = MPI_MESSAGE_NULL;
                                  const MPI_Comm comm = MPI_COMM_WORLD;
                                  const int other = 1 - rank;
                                  MPI_Sendrecv_c(data, 3, MPI_INT, other, 0, in, 3, MPI_INT, other, 0, comm, &status);
                                  MPI_Get_count_c(&status, MPI_INT, &count);
                                  check(count == 3 && in[2] == 3, "sendrecv");
                                  MPI_Isendrecv_replace_c(in, 3, MPI_INT, other, 0, other, 0, comm, &request);
                                  MPI_Wait(&request, &status);
                                  MPI_Get_elements_c(&status, MPI_INT, &count);
                                  check(count == 3, "isendrecv_replace");
                                  if (rank == 0) {
                                    MPI_Send_c(data, 3, MPI_INT, 1, 1, comm);
                                    MPI_Isend_c(data, 2, MPI_INT, 1, 2, comm, &request);
                                    MPI_Wait(&request, MPI_STATUS_IGNORE);
                                    MPI_Ssend_init_c(data, 1, MPI_INT, 1, 3, comm, &request);
                                    MPI_Start(&request);
                                    MPI_Wait(&request, MPI_STATUS_IGNORE);
                                    MPI_Request_free(&request);
                                  } else {
                                    check(MPI_Recv_c(in, -1, MPI_INT, 0, 1, comm, &status) == MPI_ERR_COUNT,
                                          "negative");
                                    MPI_Mprobe(0, 1, comm, &message, &status);
                                    MPI_Mrecv_c(in, 3, MPI_INT, &message, &status);
                                    MPI_Irecv_c(in, 3, MPI_INT, 0, 2, comm, &request);
                                    MPI_Wait(&request, &status);
                                    MPI_Get_count_c(&status, MPI_INT, &count);
                                    check(count == 2, "irecv");
                                    MPI_Recv_c(in, 3, MPI_INT, 0, 3, comm, &status);
                                    MPI_Get_count_c(&status, MPI_INT, &count);
                                    check(count == 1, "ssend_init");
                                  }
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, CombineAndSpreadAsSmallOnesDo) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  const MPI_Comm comm = MPI_COMM_WORLD;
                                  const MPI_Count counts[] = {1, 2, 3};
                                  const MPI_Aint places[] = {5, 3, 0};
                                  std::vector<int> own(3, rank);
                                  std::vector<int> all(6, -1);
                                  std::vector<int> sums(3, 0);
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Allgatherv_c(own.data(), counts[rank], MPI_INT, all.data(), counts, places,
                                                   MPI_INT, comm);
                                  check(all == std::vector<int>({2, 2, 2, 1, 1, 0}), "allgatherv");
                                  MPI_Iallreduce_c(own.data(), sums.data(), 3, MPI_INT, MPI_SUM, comm, &request);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  check(sums[2] == 3, "iallreduce");
                                  MPI_Bcast_init_c(own.data(), 3, MPI_INT, 2, comm, MPI_INFO_NULL, &request);
                                  MPI_Start(&request);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  MPI_Request_free(&request);
                                  check(own[0] == 2, "bcast_init");
                                  std::vector<int> parts(3, -1);
                                  std::fill(all.begin(), all.end(), 1);
                                  MPI_Reduce_scatter_c(all.data(), parts.data(), counts, MPI_INT, MPI_SUM, comm);
                                  check(parts[static_cast<std::size_t>(rank)] == 3, "reduce_scatter");
                                  const MPI_Count ones[] = {1, 1, 1};
                                  const MPI_Aint bytes[] = {8, 4, 0};
                                  const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_INT};
                                  std::vector<int> from(3, rank);
                                  MPI_Alltoallw_c(from.data(), ones, bytes, types, parts.data(), ones, bytes, types,
                                                  comm);
                                  check(parts == std::vector<int>({2, 1, 0}), "alltoallw");
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, OfMessagesBeyondAnIntAreToldWhole) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  MPI_Datatype large = many_in_one(1 << 20);
                                  char byte = rank == 0 ? 'x' : 0;
                                  MPI_Count size = 0;
                                  MPI_Count count = 0;
                                  int too_small = 0;
                                  MPI_Status status;
                                  MPI_Type_size_c(large, &size);
                                  check(size == 1 << 20, "wrong size");
                                  MPI_Datatype larger = many_in_one(beyond);
                                  MPI_Type_size_c(larger, &size);
                                  MPI_Type_size(larger, &too_small);
                                  check(size == beyond && too_small == MPI_UNDEFINED, "wrong size of the larger");
                                  MPI_Status_set_elements_c(&status, MPI_BYTE, beyond);
                                  MPI_Get_count_c(&status, MPI_BYTE, &count);
                                  MPI_Get_count(&status, MPI_BYTE, &too_small);
                                  check(count == beyond && too_small == MPI_UNDEFINED, "wrong count");
                                  if (rank == 0) MPI_Send_c(&byte, 1, large, 1, 0, MPI_COMM_WORLD);
                                  if (rank == 1) MPI_Recv_c(&byte, 1, large, 0, 0, MPI_COMM_WORLD, &status);
                                  check(byte == 'x', "not there");
                                  MPI_Type_free(&large);
                                  MPI_Type_free(&larger);
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, OfDatatypesAreToldByCallsThatHaveThem) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  MPI_Datatype made = MPI_DATATYPE_NULL;
                                  MPI_Count integers = -1;
                                  MPI_Count addresses = -1;
                                  MPI_Count counts = -1;
                                  MPI_Count types = -1;
                                  int few[3];
                                  int combiner = -1;
                                  MPI_Type_vector_c(2, 3, beyond, MPI_INT, &made);
                                  MPI_Type_get_envelope_c(made, &integers, &addresses, &counts, &types, &combiner);
                                  check(integers == 0 && addresses == 0 && counts == 3 && types == 1, "envelope");
                                  check(combiner == MPI_COMBINER_VECTOR, "combiner");
                                  check(MPI_Type_get_envelope(made, few, few, few, few) == MPI_ERR_TYPE, "in ints");
                                  MPI_Count values[3];
                                  MPI_Datatype old = MPI_DATATYPE_NULL;
                                  MPI_Type_get_contents_c(made, 0, 0, 3, 1, nullptr, nullptr, values, &old);
                                  check(values[0] == 2 && values[2] == beyond && old == MPI_INT, "contents");
                                  MPI_Count lower = -1;
                                  MPI_Count extent = -1;
                                  MPI_Type_get_extent_c(made, &lower, &extent);
                                  check(lower == 0 && extent == (beyond + 3) * 4, "extent");
                                  MPI_Type_free(&made);

                                  const MPI_Count sizes[] = {beyond, 4};
                                  const MPI_Count parts[] = {1, 2};
                                  const MPI_Count starts[] = {beyond - 1, 1};
                                  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_BYTE, &made);
                                  MPI_Type_get_true_extent_c(made, &lower, &extent);
                                  check(lower == (beyond - 1) * 4 + 1 && extent == 2, "subarray");
                                  MPI_Type_get_envelope_c(made, &integers, &addresses, &counts, &types, &combiner);
                                  check(integers == 2 && counts == 6, "envelope of a subarray");
                                  MPI_Type_free(&made);

                                  const MPI_Count lengths[] = {1, 1};
                                  const MPI_Count places[] = {0, beyond};
                                  const MPI_Datatype members[] = {MPI_INT, MPI_DOUBLE};
                                  MPI_Type_create_struct_c(2, lengths, places, members, &made);
                                  MPI_Type_get_true_extent_c(made, &lower, &extent);
                                  check(extent == beyond + 8, "struct");
                                  MPI_Type_free(&made);
                                }))
                  .lines,
              IsEmpty());
}

void add_wide(void* in, void* inout, MPI_Count* count, MPI_Datatype*) {
  for (MPI_Count i = 0; i < *count; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

TEST(LargeCounts, ReachOperatorsBuffersAndPacking) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  MPI_Op op = MPI_OP_NULL;
                                  int own[2] = {rank + 1, 10};
                                  int sum[2] = {};
                                  MPI_Op_create_c(add_wide, 1, &op);
                                  MPI_Allreduce_c(own, sum, 2, MPI_INT, op, MPI_COMM_WORLD);
                                  check(sum[0] == 3 && sum[1] == 20, "sum");
                                  MPI_Reduce_local_c(own, sum, 2, MPI_INT, op);
                                  check(sum[1] == 30, "reduce_local");
                                  MPI_Op_free(&op);
                                  char room[100];
                                  MPI_Count size = 0;
                                  MPI_Count position = 0;
                                  MPI_Pack_size_c(beyond, MPI_INT, MPI_COMM_WORLD, &size);
                                  check(size == 4 * beyond, "pack_size");
                                  MPI_Pack_c(own, 2, MPI_INT, room, 100, &position, MPI_COMM_WORLD);
                                  check(position == 8, "pack");
                                  position = 4;
                                  MPI_Unpack_c(room, 100, &position, sum, 1, MPI_INT, MPI_COMM_WORLD);
                                  check(sum[0] == 10, "unpack");
                                  MPI_Count attached = 0;
                                  void* address = nullptr;
                                  MPI_Buffer_attach_c(room, 100);
                                  MPI_Bsend_c(own, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
                                  MPI_Recv_c(sum, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                  MPI_Buffer_detach_c(static_cast<void*>(&address), &attached);
                                  check(attached == 100 && address == room && sum[0] == 2 - rank, "buffer");
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, ReachWindows) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int* base = nullptr;
                                  MPI_Win win = MPI_WIN_NULL;
                                  const int value = rank + 5;
                                  MPI_Win_allocate_c(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&base),
                                                     &win);
                                  MPI_Win_fence(0, win);
                                  MPI_Put_c(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
                                  MPI_Win_fence(0, win);
                                  check(base[1] == 6 - rank, "put");
                                  MPI_Accumulate_c(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, MPI_SUM, win);
                                  MPI_Win_fence(0, win);
                                  check(base[1] == 2 * (6 - rank), "accumulate");
                                  MPI_Win_free(&win);
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, ReachEveryOneSidedAccess) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  std::vector<int> exposed{10 * rank, 10 * rank + 1};
                                  const int other = 1 - rank;
                                  const int five = 5;
                                  int got = -1;
                                  MPI_Win win = MPI_WIN_NULL;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  MPI_Win_create_c(exposed.data(), 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
                                  const auto alone = [&](int wanted, const char* call, const auto& access) {
                                    got = -1;
                                    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win);
                                    access();
                                    MPI_Win_unlock(other, win);
                                    MPI_Barrier(MPI_COMM_WORLD);
                                    if (got != wanted) say(std::string(call) + " gets " + std::to_string(got));
                                  };
                                  const auto wait = [&] { MPI_Wait(&request, MPI_STATUS_IGNORE); };
                                  alone(10 * other + 1, "MPI_Get_c",
                                        [&] { MPI_Get_c(&got, 1, MPI_INT, other, 1, 1, MPI_INT, win); });
                                  alone(10 * other + 1, "MPI_Get_accumulate_c", [&] {
                                    MPI_Get_accumulate_c(&five, 1, MPI_INT, &got, 1, MPI_INT, other, 1, 1, MPI_INT,
                                                         MPI_SUM, win);
                                  });
                                  alone(10 * other + 6, "MPI_Rget_accumulate_c", [&] {
                                    MPI_Rget_accumulate_c(&five, 1, MPI_INT, &got, 1, MPI_INT, other, 1, 1, MPI_INT,
                                                          MPI_REPLACE, win, &request);
                                    wait();
                                  });
                                  alone(5, "MPI_Rget_c", [&] {
                                    MPI_Rget_c(&got, 1, MPI_INT, other, 1, 1, MPI_INT, win, &request);
                                    wait();
                                  });
                                  alone(-1, "MPI_Raccumulate_c", [&] {
                                    MPI_Raccumulate_c(&five, 1, MPI_INT, other, 1, 1, MPI_INT, MPI_PROD, win, &request);
                                    wait();
                                  });
                                  check(exposed == std::vector<int>({10 * rank, 25}), "accumulated");
                                  MPI_Barrier(MPI_COMM_WORLD);
                                  alone(-1, "MPI_Rput_c", [&] {
                                    MPI_Rput_c(&five, 1, MPI_INT, other, 0, 1, MPI_INT, win, &request);
                                    wait();
                                  });
                                  check(exposed == std::vector<int>({5, 25}), "put");
                                  MPI_Win_free(&win);
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, ReachSharedWindows) {
  Simulation simulation = simulation_of(2, [](int rank) {
    int* own = nullptr;
    int* others = nullptr;
    MPI_Aint size = 0;
    MPI_Aint unit = 0;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate_shared_c(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&own), &win);
    MPI_Win_shared_query_c(win, 1 - rank, &size, &unit, static_cast<void*>(&others));
    check(size == 8 && unit == 4, "query");
    MPI_Win_fence(0, win);
    own[1] = rank + 3;
    MPI_Win_fence(0, win);
    check(others[1] == 4 - rank, "another memory");
    MPI_Win_free(&win);
  });
  simulation.on_one_host = true;
  EXPECT_THAT(run(simulation).lines, IsEmpty());
}

/// The bytes of sixty that lie in an element of a datatype.
std::vector<char> packed(MPI_Datatype type) {
  std::vector<char> bytes(60);
  std::iota(bytes.begin(), bytes.end(), char{0});
  std::vector<char> out(200);
  int position = 0;
  MPI_Type_commit(&type);
  MPI_Pack(bytes.data(), 1, type, out.data(), 200, &position, MPI_COMM_WORLD);
  out.resize(static_cast<std::size_t>(position));
  return out;
}

/// Two datatypes of the same bytes and extent; both are freed.
void check_same(MPI_Datatype one, MPI_Datatype other, const char* call) {
  MPI_Aint lower[2];
  MPI_Aint extent[2];
  MPI_Type_get_extent(one, &lower[0], &extent[0]);
  MPI_Type_get_extent(other, &lower[1], &extent[1]);
  check(lower[0] == lower[1] && extent[0] == extent[1], call);
  check(!packed(one).empty() && packed(one) == packed(other), call);
  MPI_Type_free(&one);
  MPI_Type_free(&other);
}

TEST(LargeCounts, MakeTheDatatypesThatSmallOnesMake) {
  EXPECT_THAT(
      run(simulation_of(1,
                        [](int) {
                          MPI_Datatype plain = MPI_DATATYPE_NULL;
                          MPI_Datatype large = MPI_DATATYPE_NULL;
                          const int lengths[] = {1, 3};
                          const int places[] = {7, 2};
                          const MPI_Aint bytes[] = {21, 4};
                          const MPI_Count lengths_c[] = {1, 3};
                          const MPI_Count places_c[] = {7, 2};
                          const MPI_Count bytes_c[] = {21, 4};
                          MPI_Type_indexed(2, lengths, places, MPI_SHORT, &plain);
                          MPI_Type_indexed_c(2, lengths_c, places_c, MPI_SHORT, &large);
                          check_same(plain, large, "MPI_Type_indexed_c");
                          MPI_Type_create_hindexed(2, lengths, bytes, MPI_SHORT, &plain);
                          MPI_Type_create_hindexed_c(2, lengths_c, bytes_c, MPI_SHORT, &large);
                          check_same(plain, large, "MPI_Type_create_hindexed_c");
                          MPI_Type_create_indexed_block(2, 2, places, MPI_SHORT, &plain);
                          MPI_Type_create_indexed_block_c(2, 2, places_c, MPI_SHORT, &large);
                          check_same(plain, large, "MPI_Type_create_indexed_block_c");
                          MPI_Type_create_hindexed_block(2, 2, bytes, MPI_SHORT, &plain);
                          MPI_Type_create_hindexed_block_c(2, 2, bytes_c, MPI_SHORT, &large);
                          check_same(plain, large, "MPI_Type_create_hindexed_block_c");
                          MPI_Type_create_hvector(3, 2, 9, MPI_SHORT, &plain);
                          MPI_Type_create_hvector_c(3, 2, 9, MPI_SHORT, &large);
                          check_same(plain, large, "MPI_Type_create_hvector_c");
                          MPI_Type_create_resized(MPI_SHORT, -2, 11, &plain);
                          MPI_Type_create_resized_c(MPI_SHORT, -2, 11, &large);
                          check_same(plain, large, "MPI_Type_create_resized_c");
                          const int sizes[] = {6, 4};
                          const MPI_Count sizes_c[] = {6, 4};
                          const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
                          const int parts[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
                          const int grid[] = {2, 2};
                          MPI_Type_create_darray(4, 3, 2, sizes, kinds, parts, grid, MPI_ORDER_C, MPI_BYTE, &plain);
                          MPI_Type_create_darray_c(4, 3, 2, sizes_c, kinds, parts, grid, MPI_ORDER_C, MPI_BYTE, &large);
                          check(packed(plain) == std::vector<char>({10, 11, 14, 15}), "MPI_Type_create_darray");
                          check_same(plain, large, "MPI_Type_create_darray_c");
                        }))
          .lines,
      IsEmpty());
}

TEST(LargeCounts, PackForOtherMachines) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  const int numbers[] = {1, 0x01020304};
                                  int back[2] = {};
                                  char room[20];
                                  MPI_Count size = 0;
                                  MPI_Count position = 0;
                                  MPI_Pack_external_size_c("external32", beyond, MPI_INT, &size);
                                  check(size == 4 * beyond, "size");
                                  MPI_Pack_external_c("external32", numbers, 2, MPI_INT, room, 20, &position);
                                  check(position == 8 && std::string(room, 8) == std::string("\0\0\0\1\1\2\3\4", 8),
                                        "big-endian");
                                  position = 0;
                                  MPI_Unpack_external_c("external32", room, 20, &position, back, 2, MPI_INT);
                                  check(back[0] == 1 && back[1] == 0x01020304, "unpacked");
                                }))
                  .lines,
              IsEmpty());
}

TEST(LargeCounts, ReachTheBuffersOfCommunicators) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  char room[MPI_BSEND_OVERHEAD + 8];
                                  void* address = nullptr;
                                  MPI_Count attached = 0;
                                  const int own[] = {rank, 2};
                                  int got[2] = {};
                                  MPI_Comm_attach_buffer_c(MPI_COMM_WORLD, room, sizeof room);
                                  MPI_Bsend(own, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
                                  MPI_Recv(got, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                  MPI_Comm_detach_buffer_c(MPI_COMM_WORLD, static_cast<void*>(&address), &attached);
                                  check(got[0] == 1 - rank && address == room, "the buffer");
                                  check(attached == MPI_Count(sizeof room), "its size");
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
