// Smaller things of MPI 4.1: statuses by parts, looking at several requests, buffers of communicators, error codes that
// go again, pairs of types; and agreement on who has failed.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Statuses, AreReadAndWrittenByParts) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  MPI_Status status{};
                                  int source = -1;
                                  int tag = -1;
                                  int error = -1;
                                  MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 4, &source, 1, MPI_INT, 1 - rank, 4,
                                               MPI_COMM_WORLD, &status);
                                  MPI_Status_get_source(&status, &source);
                                  MPI_Status_get_tag(&status, &tag);
                                  check(source == 1 - rank && tag == 4, "wrong parts");
                                  MPI_Status_set_source(&status, 8);
                                  MPI_Status_set_tag(&status, 9);
                                  MPI_Status_set_error(&status, MPI_ERR_TAG);
                                  MPI_Status_get_error(&status, &error);
                                  check(status.MPI_SOURCE == 8 && status.MPI_TAG == 9 && error == MPI_ERR_TAG,
                                        "not set");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Requests, AreLookedAtTogetherWithoutBeingFreed) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  int data[3] = {};
                                  MPI_Request requests[3];
                                  MPI_Status status;
                                  MPI_Status statuses[3];
                                  int index = -1;
                                  int flag = -1;
                                  int done = -1;
                                  int indices[3];
                                  if (rank == 0) {
                                    rest_until(1.0);
                                    MPI_Send(data, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
                                    rest_until(2.0);
                                    for (const int tag : {0, 2}) MPI_Send(data, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
                                    return;
                                  }
                                  for (int i = 0; i < 3; ++i)
                                    MPI_Irecv(data + i, 1, MPI_INT, 0, i, MPI_COMM_WORLD, requests + i);
                                  MPI_Request_get_status_any(3, requests, &index, &flag, &status);
                                  check(!flag && index == MPI_UNDEFINED, "one too early");
                                  rest_until(1.5);
                                  MPI_Request_get_status_any(3, requests, &index, &flag, &status);
                                  check(flag && index == 1 && status.MPI_TAG == 1, "not the one");
                                  MPI_Request_get_status_some(3, requests, &done, indices, statuses);
                                  check(done == 1 && indices[0] == 1, "not some");
                                  MPI_Request_get_status_all(3, requests, &flag, statuses);
                                  check(!flag, "all too early");
                                  rest_until(2.5);
                                  MPI_Request_get_status_all(3, requests, &flag, statuses);
                                  check(flag && statuses[2].MPI_TAG == 2, "not all");
                                  check(requests[0] != MPI_REQUEST_NULL, "freed");
                                  MPI_Waitall(3, requests, statuses);
                                  MPI_Request_get_status_some(3, requests, &done, indices, statuses);
                                  MPI_Request_get_status_any(3, requests, &index, &flag, &status);
                                  check(done == MPI_UNDEFINED && flag && index == MPI_UNDEFINED, "something left");
                                }))
                  .lines,
              IsEmpty());
}

TEST(SendBuffers, OfACommunicatorComeFirstAndGrowByThemselves) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  constexpr int bytes = 200000; // rendezvous
                                  std::vector<char> data(bytes, 'a');
                                  std::vector<char> room(bytes);
                                  MPI_Comm comm = MPI_COMM_NULL;
                                  void* address = nullptr;
                                  int size = -1;
                                  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
                                  if (rank == 1) {
                                    rest_until(1.0);
                                    for (int i = 0; i < 3; ++i)
                                      MPI_Recv(data.data(), bytes, MPI_CHAR, 0, i, i < 2 ? comm : MPI_COMM_WORLD,
                                               MPI_STATUS_IGNORE);
                                    return;
                                  }
                                  MPI_Comm_attach_buffer(comm, room.data(), bytes);
                                  check(MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, 2, MPI_COMM_WORLD) == MPI_ERR_BUFFER,
                                        "the other's buffer");
                                  check(MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, 0, comm) == MPI_SUCCESS, "no room");
                                  check(MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, 1, comm) == MPI_ERR_BUFFER, "room");
                                  check(MPI_Wtime() < 0.9, "waited");
                                  MPI_Comm_flush_buffer(comm);
                                  check(MPI_Wtime() > 1.0, "not flushed");
                                  check(MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, 1, comm) == MPI_SUCCESS, "full");
                                  MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
                                  check(MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, 2, MPI_COMM_WORLD) == MPI_SUCCESS,
                                        "does not grow");
                                  MPI_Buffer_flush();
                                  MPI_Buffer_detach(static_cast<void*>(&address), &size);
                                  check(address == MPI_BUFFER_AUTOMATIC && size == 0, "wrong automatic buffer");
                                  MPI_Comm_detach_buffer(comm, static_cast<void*>(&address), &size);
                                  check(address == room.data() && size == bytes, "wrong buffer");
                                }))
                  .lines,
              IsEmpty());
}

TEST(SendBuffers, AreFlushedBesideOtherCalls) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  constexpr int bytes = 200000; // rendezvous
                                  std::vector<char> data(bytes, 'a');
                                  MPI_Comm comm = MPI_COMM_NULL;
                                  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
                                  const auto receive = [&](int tag, MPI_Comm on) {
                                    MPI_Recv(data.data(), bytes, MPI_CHAR, 0, tag, on, MPI_STATUS_IGNORE);
                                  };
                                  if (rank == 1) {
                                    rest_until(1.0);
                                    receive(0, MPI_COMM_WORLD);
                                    rest_until(2.0);
                                    receive(1, comm);
                                    rest_until(3.0);
                                    receive(2, MPI_COMM_WORLD);
                                    return;
                                  }
                                  const auto send = [&](int tag, MPI_Comm on) {
                                    MPI_Bsend(data.data(), bytes, MPI_CHAR, 1, tag, on);
                                  };
                                  MPI_Request flushed[3];
                                  int flag = -1;
                                  MPI_Buffer_iflush(&flushed[0]);
                                  check(MPI_Wait(&flushed[0], MPI_STATUS_IGNORE) == MPI_SUCCESS, "no buffer");
                                  MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
                                  MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
                                  send(0, MPI_COMM_WORLD);
                                  send(1, comm);
                                  MPI_Buffer_iflush(&flushed[0]);
                                  MPI_Buffer_iflush(&flushed[1]);
                                  MPI_Comm_iflush_buffer(comm, &flushed[2]);
                                  send(2, MPI_COMM_WORLD); // not among what they flush
                                  MPI_Testany(3, flushed, &rank, &flag, MPI_STATUS_IGNORE);
                                  check(!flag && MPI_Wtime() < 0.9, "waited");
                                  MPI_Waitall(2, flushed, MPI_STATUSES_IGNORE);
                                  check(MPI_Wtime() > 1.0 && MPI_Wtime() < 1.9, "not its own messages");
                                  MPI_Wait(&flushed[2], MPI_STATUS_IGNORE);
                                  check(MPI_Wtime() > 2.0 && MPI_Wtime() < 2.9, "not the communicator's");
                                  MPI_Buffer_iflush(&flushed[0]);
                                  MPI_Buffer_flush(); // both at once
                                  check(MPI_Wtime() > 3.0, "not flushed");
                                  check(MPI_Wait(&flushed[0], MPI_STATUS_IGNORE) == MPI_SUCCESS, "not with it");
                                }))
                  .lines,
              IsEmpty());
}

TEST(AddedErrors, GoAgain) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int error_class = 0;
                                  int code = 0;
                                  int again = 0;
                                  int length = 0;
                                  char text[MPI_MAX_ERROR_STRING] = "mine";
                                  MPI_Add_error_class(&error_class);
                                  MPI_Add_error_code(error_class, &code);
                                  MPI_Add_error_string(code, text);
                                  check(MPI_Remove_error_class(error_class) == MPI_ERR_ARG, "removed before its code");
                                  check(MPI_Remove_error_string(code) == MPI_SUCCESS, "text kept");
                                  MPI_Error_string(code, text, &length);
                                  check(length == 0, "text there");
                                  check(MPI_Remove_error_string(code) == MPI_ERR_ARG, "text removed twice");
                                  check(MPI_Remove_error_code(error_class) == MPI_ERR_ARG, "a class is no code");
                                  check(MPI_Remove_error_code(code) == MPI_SUCCESS, "code kept");
                                  check(MPI_Remove_error_class(error_class) == MPI_SUCCESS, "class kept");
                                  check(MPI_Remove_error_class(error_class) == MPI_ERR_ARG, "class removed twice");
                                  check(MPI_Remove_error_class(MPI_ERR_TAG) == MPI_ERR_ARG, "MPI's removed");
                                  MPI_Add_error_class(&again);
                                  check(again == error_class, "number not used again");
                                }))
                  .lines,
              IsEmpty());
}

TEST(PairsOfTypes, AreFoundByTheirParts) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  MPI_Datatype pair = MPI_DATATYPE_NULL;
                                  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
                                  check(pair == MPI_DOUBLE_INT, "double and int");
                                  MPI_Type_get_value_index(MPI_INT, MPI_INT, &pair);
                                  check(pair == MPI_2INT, "two ints");
                                  MPI_Type_get_value_index(MPI_CHAR, MPI_INT, &pair);
                                  check(pair == MPI_DATATYPE_NULL, "a char");
                                }))
                  .lines,
              IsEmpty());
}

TEST(HardwareResources, AreThoseThatCommunicatorsAreSplitBy) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int) {
                                  MPI_Info info = MPI_INFO_NULL;
                                  MPI_Info split = MPI_INFO_NULL;
                                  MPI_Comm node = MPI_COMM_NULL;
                                  int keys = 0;
                                  char key[MPI_MAX_INFO_KEY];
                                  MPI_Get_hw_resource_info(&info);
                                  MPI_Info_get_nkeys(info, &keys);
                                  check(keys > 0, "none");
                                  for (int i = 0; i < keys; ++i) {
                                    MPI_Info_get_nthkey(info, i, key);
                                    MPI_Info_create(&split);
                                    MPI_Info_set(split, "mpi_hw_resource_type", key);
                                    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, split, &node);
                                    int size = 0;
                                    MPI_Comm_size(node, &size);
                                    check(size == 1, "not by node");
                                    MPI_Info_free(&split);
                                  }
                                  MPI_Info_free(&info);
                                }))
                  .lines,
              IsEmpty());
}

/// One rank has heard of the death before it calls, the others need not.
TEST(AgreementOnFailures, GivesAllTheSameGroupOnARevokedCommunicator) {
  for (const Watch watch : every_watch)
    for (const bool is_nonblocking : {false, true}) {
      Simulation simulation = simulation_of(
          4,
          [is_nonblocking](int rank) {
            int data = 0;
            if (rank == 0) MPI_Recv(&data, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 0) MPIX_Comm_revoke(MPI_COMM_WORLD);
            if (rank != 0) rest_until(rank == 2 ? 9.0 : 1.1);
            MPI_Group failed = MPI_GROUP_NULL;
            MPI_Group world = MPI_GROUP_NULL;
            MPI_Request request = MPI_REQUEST_NULL;
            int error = MPI_SUCCESS;
            if (is_nonblocking) {
              MPIX_Comm_iagree_failed(MPI_COMM_WORLD, &failed, &request);
              error = MPI_Wait(&request, MPI_STATUS_IGNORE);
            } else {
              error = MPIX_Comm_agree_failed(MPI_COMM_WORLD, &failed);
            }
            int size = -1;
            int first = -1;
            const int zero = 0;
            MPI_Group_size(failed, &size);
            MPI_Comm_group(MPI_COMM_WORLD, &world);
            if (size > 0) MPI_Group_translate_ranks(failed, 1, &zero, world, &first);
            say(word(error) + " " + std::to_string(size) + " " + std::to_string(first));
          },
          watch);
      simulation.kills = {{1.0, 2}};
      const Outcome outcome = run(simulation);
      for (const int living : {0, 1, 3})
        EXPECT_THAT(outcome.said_by(living), ElementsAre("success 1 2")) << name(watch);
    }
}

TEST(AgreementOnFailures, OfASoundCommunicatorIsOnNobody) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int) {
                                  MPI_Group failed = MPI_GROUP_NULL;
                                  int size = -1;
                                  check(MPIX_Comm_agree_failed(MPI_COMM_WORLD, &failed) == MPI_SUCCESS, "failed");
                                  MPI_Group_size(failed, &size);
                                  check(size == 0, "somebody");
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
