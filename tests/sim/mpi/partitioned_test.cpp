// Partitioned messages: what is ready arrives before the rest, however the two sides cut the bytes.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

#include <numeric>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int elements = 48000; // 192 kB

std::vector<int> numbers(int first) {
  std::vector<int> all(elements);
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST(Partitioned, BringAllHoweverBothSidesCutIt) {
  for (const auto& [sent, received] : {std::pair(1, 1), std::pair(4, 4), std::pair(1, 16), std::pair(16, 3)})
    EXPECT_THAT(run(simulation_of(2,
                                  [parts = sent, slots = received](int rank) {
                                    const int cut = rank == 0 ? parts : slots;
                                    auto data = numbers(0);
                                    if (rank == 1) data.assign(elements, -1);
                                    MPI_Request request = MPI_REQUEST_NULL;
                                    if (rank == 0)
                                      MPI_Psend_init(data.data(), cut, elements / cut, MPI_INT, 1, 7, MPI_COMM_WORLD,
                                                     MPI_INFO_NULL, &request);
                                    else
                                      MPI_Precv_init(data.data(), cut, elements / cut, MPI_INT, 0, 7, MPI_COMM_WORLD,
                                                     MPI_INFO_NULL, &request);
                                    for (int round = 0; round < 3; ++round) {
                                      if (rank == 0) std::iota(data.begin(), data.end(), round); // where it is
                                      MPI_Status status;
                                      int count = -1;
                                      MPI_Start(&request);
                                      for (int i = cut - 1; i >= 0 && rank == 0; --i) MPI_Pready(i, request);
                                      check(MPI_Wait(&request, &status) == MPI_SUCCESS, "not over");
                                      check(data == numbers(round), "wrong data");
                                      MPI_Get_count(&status, MPI_INT, &count);
                                      if (rank == 1)
                                        check(count == elements && status.MPI_SOURCE == 0 && status.MPI_TAG == 7,
                                              "wrong status");
                                    }
                                    MPI_Request_free(&request);
                                  }))
                    .lines,
                IsEmpty());
}

TEST(Partitioned, ArriveWhenTheyWereReadyOneByOne) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  auto data = numbers(rank == 0 ? 5 : 0);
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  constexpr int quarter = elements / 4;
                                  if (rank == 0) {
                                    MPI_Psend_init(data.data(), 4, quarter, MPI_INT, 1, 0, MPI_COMM_WORLD,
                                                   MPI_INFO_NULL, &request);
                                    MPI_Start(&request);
                                    MPI_Pready(2, request);
                                    rest_until(1.0);
                                    check(MPI_Pready(2, request) == MPI_ERR_ARG, "ready twice");
                                    check(MPI_Pready(4, request) == MPI_ERR_ARG, "a fifth");
                                    const int list[] = {3};
                                    MPI_Pready_range(0, 1, request);
                                    MPI_Pready_list(1, list, request);
                                  } else {
                                    int flag = 0;
                                    MPI_Precv_init(data.data(), 4, quarter, MPI_INT, 0, 0, MPI_COMM_WORLD,
                                                   MPI_INFO_NULL, &request);
                                    MPI_Parrived(request, 0, &flag);
                                    check(flag == 1, "waits without a start");
                                    MPI_Start(&request);
                                    while (!flag || MPI_Wtime() == 0) MPI_Parrived(request, 2, &flag);
                                    for (flag = 0; !flag;) MPI_Parrived(request, 2, &flag);
                                    check(MPI_Wtime() < 0.5 && data[2 * quarter] == 5 + 2 * quarter, "late or wrong");
                                    MPI_Parrived(request, 1, &flag);
                                    check(!flag, "there before it was ready");
                                    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
                                    check(!flag, "over before all were ready");
                                  }
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  check(data == numbers(5), "wrong data");
                                  check(MPI_Wtime() > 1.0, "over too early");
                                  MPI_Request_free(&request);
                                }))
                  .lines,
              IsEmpty());
}

TEST(Partitioned, FindEachOtherInTheOrderInWhichTheyWereMade) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int data[2] = {rank == 0 ? 1 : 0, rank == 0 ? 2 : 0};
                                  MPI_Request requests[2];
                                  for (int i = 0; i < 2; ++i)
                                    if (rank == 0)
                                      MPI_Psend_init(&data[i], 1, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                                     &requests[i]);
                                    else
                                      MPI_Precv_init(&data[i], 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                                     &requests[i]);
                                  MPI_Start(&requests[1]);
                                  if (rank == 0) MPI_Pready(0, requests[1]);
                                  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
                                  check(data[1] == 2, "the first came");
                                  MPI_Start(&requests[0]);
                                  if (rank == 0) MPI_Pready(0, requests[0]);
                                  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
                                  check(data[0] == 1, "the second came");
                                  for (MPI_Request& request : requests) MPI_Request_free(&request);
                                }))
                  .lines,
              IsEmpty());
}

TEST(Partitioned, LieInMemoryAsTheirDatatypesSay) {
  EXPECT_THAT(
      run(simulation_of(2,
                        [](int rank) {
                          MPI_Datatype every_second = MPI_DATATYPE_NULL;
                          MPI_Type_create_resized(MPI_INT, 0, 8, &every_second);
                          MPI_Type_commit(&every_second);
                          std::vector<int> data(12, -1);
                          MPI_Request request = MPI_REQUEST_NULL;
                          if (rank == 0) {
                            std::iota(data.begin(), data.end(), 0);
                            MPI_Psend_init(data.data(), 3, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
                          } else {
                            MPI_Precv_init(data.data(), 2, 3, every_second, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                           &request);
                          }
                          MPI_Start(&request);
                          if (rank == 0) MPI_Pready_range(0, 2, request);
                          MPI_Wait(&request, MPI_STATUS_IGNORE);
                          if (rank == 1)
                            check(data == std::vector<int>({0, -1, 1, -1, 2, -1, 3, -1, 4, -1, 5, -1}), "wrong places");
                          MPI_Request_free(&request);
                          MPI_Type_free(&every_second);
                        }))
          .lines,
      IsEmpty());
}

TEST(Partitioned, AreOverAtOnceWithNobody) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int data[2] = {3, 4};
                                  MPI_Request requests[2];
                                  MPI_Status statuses[2];
                                  MPI_Psend_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                                 &requests[0]);
                                  MPI_Precv_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                                 &requests[1]);
                                  MPI_Startall(2, requests);
                                  MPI_Pready_range(0, 1, requests[0]);
                                  MPI_Waitall(2, requests, statuses);
                                  int count = -1;
                                  MPI_Get_count(&statuses[1], MPI_INT, &count);
                                  check(statuses[1].MPI_SOURCE == MPI_PROC_NULL && count == 0 && data[0] == 3, "data");
                                  for (MPI_Request& request : requests) MPI_Request_free(&request);
                                  check(MPI_Pready(0, MPI_REQUEST_NULL) == MPI_ERR_REQUEST, "no request");
                                  check(MPI_Psend_init(data, 0, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                                       &requests[0]) == MPI_ERR_ARG,
                                        "no partitions");
                                }))
                  .lines,
              IsEmpty());
}

/// Whoever is alive learns of it at the partition that it lacks, and can free its request.
TEST(Partitioned, FailWithTheirPartner) {
  for (const Watch watch : every_watch)
    for (const int victim : {0, 1}) {
      Simulation simulation = simulation_of(
          2,
          [victim](int rank) {
            auto& data = *new std::vector<int>(elements);
            MPI_Request request = MPI_REQUEST_NULL;
            if (rank == 0)
              MPI_Psend_init(data.data(), 2, elements / 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
            else
              MPI_Precv_init(data.data(), 2, elements / 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
            MPI_Start(&request);
            if (rank == 0) MPI_Pready(0, request);
            rest_until(rank == victim ? 9.0 : 1.5);
            if (rank == 0) MPI_Pready(1, request);
            say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
            MPI_Request_free(&request);
          },
          watch);
      simulation.kills = {{1.0, victim}};
      EXPECT_THAT(run(simulation).said_by(1 - victim), ElementsAre("failed")) << name(watch) << victim;
    }
}

} // namespace
} // namespace daruma::mpi::test
