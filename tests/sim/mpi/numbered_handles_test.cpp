// Handles as the integers that Fortran has for them: each kind there and back, and statuses.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

namespace daruma::mpi::test {
namespace {

using testing::IsEmpty;

/// Two handles of a kind, none of them the null handle, have numbers of their own, which lead back to them, each time;
/// so does the null handle's.
template <class Handle>
void check_numbers(const char* kind, Handle one, Handle other, Handle null, MPI_Fint (*to_number)(Handle),
                   Handle (*to_handle)(MPI_Fint)) {
  const bool lead_back = to_handle(to_number(one)) == one && to_handle(to_number(other)) == other;
  const bool are_different = to_number(one) != to_number(other) && to_number(one) != to_number(null);
  if (!lead_back || !are_different || to_number(one) != to_number(one) || to_handle(to_number(null)) != null) say(kind);
}

void check_objects() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info other_info = MPI_INFO_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Info_create(&info);
  MPI_Info_create(&other_info);
  MPI_Type_contiguous(3, MPI_INT, &type);
  check_numbers("comm", comm, MPI_COMM_WORLD, MPI_COMM_NULL, MPI_Comm_c2f, MPI_Comm_f2c);
  check_numbers("group", group, MPI_GROUP_EMPTY, MPI_GROUP_NULL, MPI_Group_c2f, MPI_Group_f2c);
  check_numbers("info", info, other_info, MPI_INFO_NULL, MPI_Info_c2f, MPI_Info_f2c);
  check_numbers("type", type, MPI_INT, MPI_DATATYPE_NULL, MPI_Type_c2f, MPI_Type_f2c);
  check_numbers("op", MPI_SUM, MPI_MAX, MPI_OP_NULL, MPI_Op_c2f, MPI_Op_f2c);
  check_numbers("errhandler", MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL, MPI_ERRHANDLER_NULL, MPI_Errhandler_c2f,
                MPI_Errhandler_f2c);
  MPI_Type_free(&type);
  MPI_Info_free(&other_info);
  MPI_Info_free(&info);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
}

void check_windows() {
  int exposed = 0;
  MPI_Win one = MPI_WIN_NULL;
  MPI_Win other = MPI_WIN_NULL;
  MPI_Win_create(&exposed, 4, 1, MPI_INFO_NULL, MPI_COMM_SELF, &one);
  MPI_Win_create(&exposed, 4, 1, MPI_INFO_NULL, MPI_COMM_SELF, &other);
  check_numbers("win", one, other, MPI_WIN_NULL, MPI_Win_c2f, MPI_Win_f2c);
  MPI_Win_free(&one);
  MPI_Win_free(&other);
}

/// A status as mpi_f08 has it says what it says otherwise.
void check_status_of_mpi_f08(const MPI_Status& status, const MPI_Fint* numbers) {
  MPI_F08_status typed[2];
  MPI_Status back;
  MPI_Fint again[MPI_F_STATUS_SIZE];
  MPI_Status_c2f08(&status, &typed[0]);
  MPI_Status_f2f08(numbers, &typed[1]);
  for (const MPI_F08_status& one : typed) {
    int count = 0;
    MPI_Status_f082c(&one, &back);
    MPI_Status_f082f(&one, again);
    MPI_Get_count(&back, MPI_INT, &count);
    if (back.MPI_TAG != status.MPI_TAG || count != 1 || !std::equal(again, std::end(again), numbers)) say("of mpi_f08");
  }
}

/// A message that was matched is received by way of its number, and what its status says goes by numbers, too.
void check_messages() {
  const int sent = 5;
  int got[2] = {};
  MPI_Request requests[2];
  MPI_Message messages[2];
  for (int i = 0; i < 2; ++i) MPI_Isend(&sent, 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  check_numbers("request", requests[0], requests[1], MPI_REQUEST_NULL, MPI_Request_c2f, MPI_Request_f2c);
  for (int i = 0; i < 2; ++i) MPI_Mprobe(0, i, MPI_COMM_SELF, &messages[i], MPI_STATUS_IGNORE);
  check_numbers("message", messages[0], messages[1], MPI_Message(MPI_MESSAGE_NULL), MPI_Message_c2f, MPI_Message_f2c);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    MPI_Status back;
    MPI_Fint numbers[MPI_F_STATUS_SIZE];
    int count = 0;
    MPI_Message known = MPI_Message_f2c(MPI_Message_c2f(messages[i]));
    MPI_Mrecv(&got[i], 1, MPI_INT, &known, &status);
    MPI_Status_c2f(&status, numbers);
    MPI_Status_f2c(numbers, &back);
    check_status_of_mpi_f08(status, numbers);
    MPI_Get_count(&back, MPI_INT, &count);
    if (numbers[MPI_F_SOURCE] != 0 || numbers[MPI_F_TAG] != i) say("status in Fortran");
    if (got[i] != 5 || back.MPI_TAG != i || back.MPI_SOURCE != 0 || count != 1) say("status");
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

TEST(NumberedHandles, LeadThereAndBack) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int) {
                                  check_objects();
                                  check_windows();
                                  check_messages();
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
