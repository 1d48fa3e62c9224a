// Files as objects: how they are opened and closed, what hangs on them, where their pointers are, what they refuse.
#include "tests/sim/mpi/files.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;

std::string letters(int rank, int count) {
  return std::string(static_cast<std::size_t>(count), static_cast<char>('a' + rank));
}

/// What rank 0 says.
std::vector<std::string> said(int processes, const std::function<void(int)>& program) {
  const Outcome outcome = simulate(simulation_with_files(processes, program));
  EXPECT_FALSE(outcome.crashed || outcome.stood_still);
  return outcome.said_by(0);
}

TEST(File, IsOpenedAsItsModeSays) {
  const OwnFile old;
  const OwnFile none;
  old.write("old");
  const auto opened = [](const OwnFile& file, int mode) {
    MPI_File handle = MPI_FILE_NULL;
    const int error = MPI_File_open(MPI_COMM_WORLD, file.name().c_str(), mode, MPI_INFO_NULL, &handle);
    say(name_of_error(error));
    if (!error) MPI_File_close(&handle);
  };
  const Outcome outcome = simulate(simulation_with_files(2, [&](int) {
    opened(none, MPI_MODE_RDONLY);
    opened(none, MPI_MODE_RDWR);
    opened(old, MPI_MODE_RDONLY | MPI_MODE_WRONLY);
    opened(old, MPI_MODE_CREATE);
    opened(old, MPI_MODE_RDONLY | MPI_MODE_CREATE);
    opened(old, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL);
    opened(old, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY);
    opened(none, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY);
    opened(old, anew);
  }));
  for (int rank = 0; rank < 2; ++rank)
    EXPECT_THAT(outcome.said_by(rank),
                ElementsAre("MPI_ERR_NO_SUCH_FILE", "MPI_ERR_NO_SUCH_FILE", "MPI_ERR_AMODE", "MPI_ERR_AMODE",
                            "MPI_ERR_AMODE", "MPI_ERR_AMODE", "MPI_ERR_FILE_EXISTS", "MPI_SUCCESS", "MPI_SUCCESS"));
  EXPECT_EQ(old.text(), "old");
  EXPECT_TRUE(none.exists());
}

TEST(File, ModesOfMembersAreTheSame) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = MPI_FILE_NULL;
    const int mode = MPI_MODE_CREATE | (rank == 0 ? MPI_MODE_RDWR : MPI_MODE_WRONLY);
    say(name_of_error(MPI_File_open(MPI_COMM_WORLD, file.name().c_str(), mode, MPI_INFO_NULL, &handle)));
  }));
  EXPECT_EQ(outcome.count("MPI_ERR_NOT_SAME"), 2);
}

TEST(File, SaysWhatItIs) {
  const OwnFile file;
  EXPECT_THAT(said(3,
                   [&](int) {
                     MPI_Info info = MPI_INFO_NULL;
                     MPI_Info_create(&info);
                     MPI_Info_set(info, "access_style", "write_once");
                     MPI_File handle = open(file, anew, MPI_COMM_WORLD, info);
                     MPI_Info_set(info, "access_style", "read_once");
                     MPI_Info_set(info, "cb_nodes", "2");
                     MPI_File_set_info(handle, info);
                     MPI_Info_free(&info);
                     MPI_File_get_info(handle, &info);
                     for (const char* key : {"access_style", "cb_nodes"}) {
                       char value[64] = "";
                       int flag = 0;
                       MPI_Info_get(info, key, 63, value, &flag);
                       say(value);
                     }
                     int mode = 0;
                     MPI_File_get_amode(handle, &mode);
                     say(mode == anew ? "mode" : "another mode");
                     MPI_Group group = MPI_GROUP_NULL;
                     int size = 0;
                     MPI_File_get_group(handle, &group);
                     MPI_Group_size(group, &size);
                     say(std::to_string(size));
                     MPI_Offset bytes = 0;
                     MPI_File_set_size(handle, 100);
                     MPI_File_preallocate(handle, 50);
                     MPI_File_get_size(handle, &bytes);
                     say(std::to_string(bytes));
                     MPI_File_preallocate(handle, 1000);
                     MPI_File_get_size(handle, &bytes);
                     say(std::to_string(bytes));
                     MPI_Aint extent = 0;
                     MPI_File_get_type_extent(handle, MPI_DOUBLE, &extent);
                     say(std::to_string(extent));
                     say(MPI_File_f2c(MPI_File_c2f(handle)) == handle && MPI_File_c2f(MPI_FILE_NULL) == 0 ? "the same"
                                                                                                          : "another");
                     int flag = -1;
                     MPI_File_get_atomicity(handle, &flag);
                     say(std::to_string(flag));
                     MPI_File_set_atomicity(handle, 1);
                     MPI_File_get_atomicity(handle, &flag);
                     say(std::to_string(flag));
                     MPI_File_close(&handle);
                     say(handle == MPI_FILE_NULL ? "closed" : "open");
                   }),
              ElementsAre("read_once", "2", "mode", "3", "100", "1000", "8", "the same", "0", "1", "closed"));
}

TEST(File, GoesWhenItIsDeleted) {
  const OwnFile one;
  const OwnFile other;
  EXPECT_THAT(said(2,
                   [&](int rank) {
                     MPI_File handle = open(one, anew | MPI_MODE_DELETE_ON_CLOSE);
                     say(one.exists() ? "there" : "gone");
                     MPI_File_close(&handle);
                     say(one.exists() ? "there" : "gone");
                     other.write("x");
                     MPI_Barrier(MPI_COMM_WORLD);
                     if (rank != 0) return;
                     say(name_of_error(MPI_File_delete(other.name().c_str(), MPI_INFO_NULL)));
                     say(name_of_error(MPI_File_delete(other.name().c_str(), MPI_INFO_NULL)));
                   }),
              ElementsAre("there", "gone", "MPI_SUCCESS", "MPI_ERR_NO_SUCH_FILE"));
}

void handle_error(MPI_File*, int* code, ...) {
  say("handled " + name_of_error(*code));
  *code = MPI_SUCCESS;
}

TEST(File, ErrorsComeBackUnlessAHandlerSaysOtherwise) {
  const OwnFile file;
  file.write("0123");
  EXPECT_THAT(
      said(1,
           [&](int) {
             char byte = 'x';
             MPI_File handle = open(file, MPI_MODE_RDONLY);
             say(name_of_error(MPI_File_write_at(handle, 0, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE)));
             say(name_of_error(MPI_File_read_at(handle, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE)));
             say(name_of_error(MPI_File_read_at(handle, 0, &byte, -1, MPI_BYTE, MPI_STATUS_IGNORE)));
             say(name_of_error(MPI_File_seek(handle, -1, MPI_SEEK_SET)));
             say(name_of_error(MPI_File_set_view(handle, 0, MPI_BYTE, MPI_BYTE, "none", MPI_INFO_NULL)));
             say(name_of_error(MPI_File_set_view(handle, 0, MPI_INT, MPI_BYTE, "native", MPI_INFO_NULL)));
             MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
             MPI_File_create_errhandler(handle_error, &handler);
             MPI_File_set_errhandler(handle, handler);
             say(name_of_error(MPI_File_write(handle, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE)));
             say(name_of_error(MPI_File_call_errhandler(handle, MPI_ERR_IO)));
             MPI_Errhandler found = MPI_ERRHANDLER_NULL;
             MPI_File_get_errhandler(handle, &found);
             say(found == handler ? "the handler" : "another");
             MPI_File_close(&handle);
             MPI_File_get_errhandler(MPI_FILE_NULL, &found);
             say(found == MPI_ERRORS_RETURN ? "returned" : "another");
             MPI_File_set_errhandler(MPI_FILE_NULL, handler);
             say(name_of_error(MPI_File_open(MPI_COMM_SELF, "/no/such", MPI_MODE_RDWR, MPI_INFO_NULL, &handle)));
             say(name_of_error(MPI_File_close(&handle)));
           }),
      ElementsAre("MPI_ERR_READ_ONLY", "MPI_ERR_ARG", "MPI_ERR_COUNT", "MPI_ERR_ARG", "MPI_ERR_UNSUPPORTED_DATAREP",
                  "MPI_ERR_ARG", "handled MPI_ERR_READ_ONLY", "MPI_SUCCESS", "handled MPI_ERR_IO", "MPI_SUCCESS",
                  "the handler", "returned", "handled MPI_ERR_NO_SUCH_FILE", "MPI_SUCCESS", "handled MPI_ERR_FILE",
                  "MPI_SUCCESS"));
}

TEST(File, FatalErrorsEndTheJob) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = open(file, anew);
    MPI_File_set_errhandler(handle, MPI_ERRORS_ARE_FATAL);
    if (rank == 0) MPI_File_seek(handle, -1, MPI_SEEK_SET);
    MPI_Barrier(MPI_COMM_WORLD);
    say("lives");
  }));
  EXPECT_EQ(outcome.count("lives"), 0);
  EXPECT_THAT(outcome.told, testing::Contains(testing::HasSubstr("aborted: MPI_File_seek under MPI_ERRORS_ARE_FATAL")));
}

TEST(File, IndividualPointersMoveByWhatIsAsked) {
  const OwnFile file;
  file.write("0123456789");
  EXPECT_THAT(said(2,
                   [&](int rank) {
                     MPI_File handle = open(file, MPI_MODE_RDWR);
                     const auto read = [&](int count) {
                       char text[16] = "";
                       MPI_Status status;
                       MPI_File_read(handle, text, count, MPI_BYTE, &status);
                       int found = 0;
                       MPI_Offset at = 0;
                       MPI_Get_count(&status, MPI_BYTE, &found);
                       MPI_File_get_position(handle, &at);
                       say(std::string(text) + " " + std::to_string(found) + " " + std::to_string(at));
                     };
                     if (rank == 1) MPI_File_seek(handle, 5, MPI_SEEK_SET); // nobody else's
                     read(3);
                     read(2);
                     MPI_File_seek(handle, -3, MPI_SEEK_CUR);
                     read(1);
                     MPI_File_seek(handle, -2, MPI_SEEK_END);
                     read(4);
                     read(1);
                     MPI_File_close(&handle);
                   }),
              ElementsAre("012 3 3", "34 2 5", "2 1 3", "89 2 12", " 0 13"));
}

TEST(File, TheSharedPointerIsEverybodys) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(3, [&](int rank) {
    MPI_File handle = open(file);
    const std::string own = letters(rank, rank + 1);
    rest_for(0.1 * (3 - rank)); // the last one first
    MPI_File_write_shared(handle, own.data(), rank + 1, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Offset at = 0;
    MPI_File_get_position_shared(handle, &at);
    say(std::to_string(at));
    MPI_File_write_ordered(handle, own.data(), rank + 1, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(handle, -6, MPI_SEEK_END);
    char text[8] = "";
    MPI_File_read_ordered(handle, text, 2, MPI_BYTE, MPI_STATUS_IGNORE);
    say(text);
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), "cccbbaabbccc");
  EXPECT_THAT(outcome.said_by(0), ElementsAre("6", "ab"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("6", "cc"));
}

TEST(File, IsAppendedTo) {
  const OwnFile file;
  file.write("old ");
  simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = open(file, MPI_MODE_WRONLY | MPI_MODE_APPEND);
    if (rank == 0) MPI_File_write(handle, "new ", 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(handle, 0, MPI_SEEK_END);
    MPI_File_write_ordered(handle, rank == 0 ? "x" : "y", 1, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), "old new xy");
}

TEST(File, SequentialOnesHaveTheSharedPointerAlone) {
  const OwnFile file;
  EXPECT_THAT(said(2,
                   [&](int rank) {
                     MPI_File handle = open(file, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
                     const int number = rank + 1;
                     say(name_of_error(MPI_File_write(handle, &number, 1, MPI_INT, MPI_STATUS_IGNORE)));
                     say(name_of_error(MPI_File_set_view(handle, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL)));
                     MPI_File_write_ordered(handle, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
                     MPI_File_set_view(handle, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
                     MPI_Offset displacement = 0;
                     MPI_Datatype etype = MPI_DATATYPE_NULL;
                     MPI_Datatype filetype = MPI_DATATYPE_NULL;
                     char representation[MPI_MAX_DATAREP_STRING] = "";
                     MPI_File_get_view(handle, &displacement, &etype, &filetype, representation);
                     say(std::to_string(displacement) + " " + representation + (etype == MPI_INT ? " of ints" : ""));
                     MPI_File_write_ordered(handle, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
                     MPI_File_close(&handle);
                   }),
              ElementsAre("MPI_ERR_UNSUPPORTED_OPERATION", "MPI_ERR_ARG", "8 native of ints"));
  EXPECT_EQ(file.text(), std::string("\1\0\0\0\2\0\0\0\1\0\0\0\2\0\0\0", 16));
}

TEST(File, AccessesInTheBackgroundEndWithTheirRequests) {
  const OwnFile file;
  simulate(simulation_with_files(4, [&](int rank) {
    MPI_File handle = open(file);
    const std::string own = letters(rank, 2);
    MPI_Request requests[3];
    MPI_Status statuses[3];
    MPI_File_iwrite_at(handle, 2L * rank, own.data(), 2, MPI_BYTE, &requests[0]);
    MPI_File_seek(handle, 8 + 2L * rank, MPI_SEEK_SET);
    MPI_File_iwrite(handle, own.data(), 1, MPI_BYTE, &requests[1]);
    MPI_File_iwrite(handle, own.data(), 1, MPI_BYTE, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    int count = 0;
    MPI_Get_count(&statuses[0], MPI_BYTE, &count);
    if (count != 2) say("wrote " + std::to_string(count));
    MPI_File_iwrite_at_all(handle, 16 + rank, own.data(), 1, MPI_BYTE, &requests[0]);
    MPI_File_seek(handle, 20 + rank, MPI_SEEK_SET);
    MPI_File_iwrite_all(handle, own.data(), 1, MPI_BYTE, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    char text[32] = "";
    MPI_File_seek(handle, 0, MPI_SEEK_SET);
    MPI_File_iread_all(handle, text, 8, MPI_BYTE, &requests[0]);
    MPI_File_iread(handle, text + 8, 8, MPI_BYTE, &requests[1]);
    MPI_File_iread_at_all(handle, 16, text + 16, 8, MPI_BYTE, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    say(text);
    MPI_File_seek_shared(handle, 24, MPI_SEEK_SET);
    MPI_File_iwrite_shared(handle, "s", 1, MPI_BYTE, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_seek_shared(handle, 24, MPI_SEEK_SET);
    MPI_File_iread_shared(handle, text, 1, MPI_BYTE, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_iread_at(handle, 23, text + 1, 2, MPI_BYTE, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    say(std::string(text, 3));
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), "aabbccddaabbccddabcdabcdssss");
}

TEST(File, AccessesOfAllComeInTwoHalves) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(3, [&](int rank) {
    MPI_File handle = open(file);
    const std::string own = letters(rank, 2);
    char text[8] = "";
    MPI_File_write_at_all_begin(handle, 2L * rank, own.data(), 2, MPI_BYTE);
    say(name_of_error(MPI_File_write_all_begin(handle, own.data(), 2, MPI_BYTE)));
    say(name_of_error(MPI_File_write_all_end(handle, own.data(), MPI_STATUS_IGNORE)));
    MPI_File_write_at_all_end(handle, own.data(), MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(handle, own.data(), 1, MPI_BYTE);
    MPI_File_write_ordered_end(handle, own.data(), MPI_STATUS_IGNORE);
    MPI_File_seek(handle, 6 + rank, MPI_SEEK_SET);
    MPI_File_write_all_begin(handle, own.data(), 1, MPI_BYTE);
    MPI_File_write_all_end(handle, own.data(), MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Status status;
    int count = 0;
    MPI_File_read_at_all_begin(handle, rank, text, 2, MPI_BYTE);
    MPI_File_read_at_all_end(handle, text, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    MPI_File_seek(handle, 3, MPI_SEEK_SET);
    MPI_File_read_all_begin(handle, text + 2, 1, MPI_BYTE);
    MPI_File_read_all_end(handle, text + 2, MPI_STATUS_IGNORE);
    MPI_File_read_ordered_begin(handle, text + 3, 1, MPI_BYTE);
    MPI_File_read_ordered_end(handle, text + 3, MPI_STATUS_IGNORE);
    say(text + std::string(" ") + std::to_string(count));
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), "abcbccabc");
  EXPECT_THAT(outcome.said_by(0), ElementsAre("MPI_ERR_OTHER", "MPI_ERR_OTHER", "abbb 2"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("MPI_ERR_OTHER", "MPI_ERR_OTHER", "cbbc 2"));
}

TEST(File, IsReadUpToItsEnd) {
  const OwnFile file;
  file.write("0123456");
  const Outcome outcome = simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = open(file, MPI_MODE_RDONLY);
    MPI_Status status;
    int count = -1;
    char text[8] = "";
    MPI_File_read_at_all(handle, 4L * rank, text, 4, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    say(text + std::string(" ") + std::to_string(count));
    int number = 7;
    MPI_File_read_at(handle, 7, &number, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    say(std::to_string(number) + " " + std::to_string(count));
    MPI_File_close(&handle);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("0123 4", "7 0"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("456 3", "7 0"));
}

/// All read the same, so that an aggregator reads for them.
TEST(File, ReadingTogetherBehindItsEndLeavesMemoryAsItIs) {
  const OwnFile file;
  file.write("0123");
  const Outcome outcome = simulate(simulation_with_files(2, [&](int) {
    MPI_File handle = open(file, MPI_MODE_RDONLY);
    MPI_Status status;
    int count = -1;
    char text[8] = "......";
    MPI_File_read_at_all(handle, 0, text, 6, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    say(text + std::string(" ") + std::to_string(count));
    MPI_File_close(&handle);
  }));
  for (int rank = 0; rank < 2; ++rank) EXPECT_THAT(outcome.said_by(rank), ElementsAre("0123.. 4"));
}

TEST(File, OfOneProcessIsInItsOwnFolder) {
  const TemporaryFolder folder;
  simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = MPI_FILE_NULL;
    const std::string name = (folder.path() / std::to_string(rank)).string();
    MPI_File_open(MPI_COMM_SELF, name.c_str(), anew, MPI_INFO_NULL, &handle);
    const std::string own = letters(rank, 3);
    MPI_File_write_all(handle, own.data(), 3, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_sync(handle);
    MPI_File_close(&handle);
  }));
  EXPECT_TRUE(std::ifstream(folder.path() / "0").good() && std::ifstream(folder.path() / "1").good());
}

TEST(File, LargeCountsDoTheSame) {
  const OwnFile file;
  EXPECT_THAT(said(1,
                   [&](int) {
                     MPI_File handle = open(file);
                     MPI_Status status;
                     MPI_Count extent = 0;
                     char text[8] = "";
                     MPI_Request request = MPI_REQUEST_NULL;
                     MPI_File_write_at_c(handle, 0, "01", 2, MPI_BYTE, &status);
                     MPI_File_iwrite_at_all_c(handle, 2, "23", 2, MPI_BYTE, &request);
                     MPI_Wait(&request, &status);
                     MPI_File_seek(handle, 4, MPI_SEEK_SET);
                     MPI_File_write_all_begin_c(handle, "45", 2, MPI_BYTE);
                     MPI_File_write_all_end(handle, "45", &status);
                     MPI_File_read_ordered_c(handle, text, 6, MPI_BYTE, &status);
                     MPI_File_get_type_extent_c(handle, MPI_INT, &extent);
                     say(text + std::string(" ") + std::to_string(extent));
                     MPI_File_close(&handle);
                   }),
              ElementsAre("012345 4"));
}

TEST(File, RepresentationsHaveNamesOfTheirOwn) {
  const OwnFile file;
  EXPECT_THAT(said(1,
                   [&](int) {
                     const auto registered = [](const char* name) {
                       return MPI_Register_datarep(
                           name, MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL,
                           [](MPI_Datatype, MPI_Aint*, void*) { return 0; }, nullptr);
                     };
                     MPI_File handle = open(file);
                     say(name_of_error(registered("own")));
                     say(name_of_error(registered("own")));
                     say(name_of_error(registered("native")));
                     say(name_of_error(MPI_Register_datarep_c("large", MPI_CONVERSION_FN_NULL_C,
                                                              MPI_CONVERSION_FN_NULL_C, nullptr, nullptr)));
                     say(name_of_error(MPI_File_set_view(handle, 0, MPI_INT, MPI_INT, "own", MPI_INFO_NULL)));
                     MPI_File_close(&handle);
                   }),
              ElementsAre("MPI_SUCCESS", "MPI_ERR_DUP_DATAREP", "MPI_ERR_DUP_DATAREP", "MPI_SUCCESS", "MPI_SUCCESS"));
}

} // namespace
} // namespace daruma::mpi::test
