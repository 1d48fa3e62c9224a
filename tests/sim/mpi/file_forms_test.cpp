// Every form of reading and writing a file: by the process's pointer, the shared one or an offset, alone or together,
// blocking, non-blocking or in two halves, with plain and with large counts. What is read and written, and which
// pointer moves.
#include "tests/sim/mpi/files.hpp"
#include "tests/sim/mpi/sound_run.hpp"

#include <array>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::IsEmpty;

using Two = std::array<int, 2>;

enum class Pointer { own, shared, none };

template <class Data> struct Form {
  const char* call;
  Pointer moves;
  std::function<void(MPI_File, Data*, MPI_Offset)> access; ///< to two numbers; the offset is the process's place
};
using ReadForm = Form<int>;
using WriteForm = Form<const int>;

void wait(MPI_Request& request) { MPI_Wait(&request, MPI_STATUS_IGNORE); }

#define AT_POINTER(Data, moves, call)                                                                                  \
  Form<Data> {                                                                                                         \
#call, Pointer::moves, [](MPI_File file, Data* data, MPI_Offset) {                                                 \
      MPI_Status status;                                                                                               \
      int count = 0;                                                                                                   \
      call(file, data, 2, MPI_INT, &status);                                                                           \
      MPI_Get_count(&status, MPI_INT, &count);                                                                         \
      if (count != 2) say(#call " counts something else");                                                             \
    }   \
  }
#define STARTED_AT_POINTER(Data, moves, call)                                                                          \
  Form<Data> {                                                                                                         \
#call, Pointer::moves, [](MPI_File file, Data* data, MPI_Offset) {                                                 \
      MPI_Request request = MPI_REQUEST_NULL;                                                                          \
      call(file, data, 2, MPI_INT, &request);                                                                          \
      wait(request);                                                                                                   \
    }   \
  }
#define HALVES_AT_POINTER(Data, moves, begin, end)                                                                     \
  Form<Data> {                                                                                                         \
#begin, Pointer::moves, [](MPI_File file, Data* data, MPI_Offset) {                                                \
      begin(file, data, 2, MPI_INT);                                                                                   \
      end(file, data, MPI_STATUS_IGNORE);                                                                              \
    }   \
  }
#define AT_OFFSET(Data, call)                                                                                          \
  Form<Data> {                                                                                                         \
#call, Pointer::none,                                                                                              \
        [](MPI_File file, Data * data, MPI_Offset at) { call(file, at, data, 2, MPI_INT, MPI_STATUS_IGNORE); }         \
  }
#define STARTED_AT_OFFSET(Data, call)                                                                                  \
  Form<Data> {                                                                                                         \
#call, Pointer::none, [](MPI_File file, Data* data, MPI_Offset at) {                                               \
      MPI_Request request = MPI_REQUEST_NULL;                                                                          \
      call(file, at, data, 2, MPI_INT, &request);                                                                      \
      wait(request);                                                                                                   \
    }   \
  }
#define HALVES_AT_OFFSET(Data, begin, end)                                                                             \
  Form<Data> {                                                                                                         \
#begin, Pointer::none, [](MPI_File file, Data* data, MPI_Offset at) {                                              \
      begin(file, at, data, 2, MPI_INT);                                                                               \
      end(file, data, MPI_STATUS_IGNORE);                                                                              \
    }   \
  }

const std::vector<ReadForm>& reads() {
  static const std::vector<ReadForm> all{
      AT_POINTER(int, own, MPI_File_read),
      AT_POINTER(int, own, MPI_File_read_c),
      AT_POINTER(int, own, MPI_File_read_all),
      AT_POINTER(int, own, MPI_File_read_all_c),
      AT_POINTER(int, shared, MPI_File_read_shared),
      AT_POINTER(int, shared, MPI_File_read_shared_c),
      AT_POINTER(int, shared, MPI_File_read_ordered),
      AT_POINTER(int, shared, MPI_File_read_ordered_c),
      STARTED_AT_POINTER(int, own, MPI_File_iread),
      STARTED_AT_POINTER(int, own, MPI_File_iread_c),
      STARTED_AT_POINTER(int, own, MPI_File_iread_all),
      STARTED_AT_POINTER(int, own, MPI_File_iread_all_c),
      STARTED_AT_POINTER(int, shared, MPI_File_iread_shared),
      STARTED_AT_POINTER(int, shared, MPI_File_iread_shared_c),
      HALVES_AT_POINTER(int, own, MPI_File_read_all_begin, MPI_File_read_all_end),
      HALVES_AT_POINTER(int, own, MPI_File_read_all_begin_c, MPI_File_read_all_end),
      HALVES_AT_POINTER(int, shared, MPI_File_read_ordered_begin, MPI_File_read_ordered_end),
      HALVES_AT_POINTER(int, shared, MPI_File_read_ordered_begin_c, MPI_File_read_ordered_end),
      AT_OFFSET(int, MPI_File_read_at),
      AT_OFFSET(int, MPI_File_read_at_c),
      AT_OFFSET(int, MPI_File_read_at_all),
      AT_OFFSET(int, MPI_File_read_at_all_c),
      STARTED_AT_OFFSET(int, MPI_File_iread_at),
      STARTED_AT_OFFSET(int, MPI_File_iread_at_c),
      STARTED_AT_OFFSET(int, MPI_File_iread_at_all),
      STARTED_AT_OFFSET(int, MPI_File_iread_at_all_c),
      HALVES_AT_OFFSET(int, MPI_File_read_at_all_begin, MPI_File_read_at_all_end),
      HALVES_AT_OFFSET(int, MPI_File_read_at_all_begin_c, MPI_File_read_at_all_end),
  };
  return all;
}

const std::vector<WriteForm>& writes() {
  static const std::vector<WriteForm> all{
      AT_POINTER(const int, own, MPI_File_write),
      AT_POINTER(const int, own, MPI_File_write_c),
      AT_POINTER(const int, own, MPI_File_write_all),
      AT_POINTER(const int, own, MPI_File_write_all_c),
      AT_POINTER(const int, shared, MPI_File_write_shared),
      AT_POINTER(const int, shared, MPI_File_write_shared_c),
      AT_POINTER(const int, shared, MPI_File_write_ordered),
      AT_POINTER(const int, shared, MPI_File_write_ordered_c),
      STARTED_AT_POINTER(const int, own, MPI_File_iwrite),
      STARTED_AT_POINTER(const int, own, MPI_File_iwrite_c),
      STARTED_AT_POINTER(const int, own, MPI_File_iwrite_all),
      STARTED_AT_POINTER(const int, own, MPI_File_iwrite_all_c),
      STARTED_AT_POINTER(const int, shared, MPI_File_iwrite_shared),
      STARTED_AT_POINTER(const int, shared, MPI_File_iwrite_shared_c),
      HALVES_AT_POINTER(const int, own, MPI_File_write_all_begin, MPI_File_write_all_end),
      HALVES_AT_POINTER(const int, own, MPI_File_write_all_begin_c, MPI_File_write_all_end),
      HALVES_AT_POINTER(const int, shared, MPI_File_write_ordered_begin, MPI_File_write_ordered_end),
      HALVES_AT_POINTER(const int, shared, MPI_File_write_ordered_begin_c, MPI_File_write_ordered_end),
      AT_OFFSET(const int, MPI_File_write_at),
      AT_OFFSET(const int, MPI_File_write_at_c),
      AT_OFFSET(const int, MPI_File_write_at_all),
      AT_OFFSET(const int, MPI_File_write_at_all_c),
      STARTED_AT_OFFSET(const int, MPI_File_iwrite_at),
      STARTED_AT_OFFSET(const int, MPI_File_iwrite_at_c),
      STARTED_AT_OFFSET(const int, MPI_File_iwrite_at_all),
      STARTED_AT_OFFSET(const int, MPI_File_iwrite_at_all_c),
      HALVES_AT_OFFSET(const int, MPI_File_write_at_all_begin, MPI_File_write_at_all_end),
      HALVES_AT_OFFSET(const int, MPI_File_write_at_all_begin_c, MPI_File_write_at_all_end),
  };
  return all;
}

constexpr int ranks = 2;
constexpr MPI_Offset own_bytes = sizeof(Two);

/// Each process accesses its two numbers, rank 1 after rank 0 where it is the shared pointer that leads there; then the
/// pointer that is to move is behind what was accessed, and the other where it was.
template <class Data> void access(const Form<Data>& form, int rank, MPI_File file, Data* data) {
  MPI_File_seek(file, own_bytes * rank, MPI_SEEK_SET);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_Barrier(MPI_COMM_WORLD);
  rest_for(rank);
  form.access(file, data, own_bytes * rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Offset own = -1;
  MPI_Offset shared = -1;
  MPI_File_get_position(file, &own);
  MPI_File_get_position_shared(file, &shared);
  MPI_Barrier(MPI_COMM_WORLD);
  if (own != own_bytes * (rank + (form.moves == Pointer::own ? 1 : 0)))
    say(std::string(form.call) + " leaves the own pointer at " + std::to_string(own));
  if (shared != (form.moves == Pointer::shared ? own_bytes * ranks : 0))
    say(std::string(form.call) + " leaves the shared pointer at " + std::to_string(shared));
}

TEST(FileForms, OfReadingGiveWhatIsThere) {
  const OwnFile file;
  const std::array<int, 4> numbers{10, 20, 30, 40};
  file.write({reinterpret_cast<const char*>(numbers.data()), sizeof numbers});
  EXPECT_THAT(run(simulation_with_files(ranks,
                                        [&](int rank) {
                                          MPI_File handle = open(file, MPI_MODE_RDWR);
                                          for (const ReadForm& form : reads()) {
                                            Two got{-1, -1};
                                            access(form, rank, handle, got.data());
                                            if (got != Two{20 * rank + 10, 20 * rank + 20})
                                              say(std::string(form.call) + " reads " + testing::PrintToString(got));
                                          }
                                          MPI_File_close(&handle);
                                        }))
                  .lines,
              IsEmpty());
}

TEST(FileForms, OfWritingLeaveWhatIsWritten) {
  const OwnFile file;
  EXPECT_THAT(run(simulation_with_files(ranks,
                                        [&](int rank) {
                                          MPI_File handle = open(file);
                                          int number = 0;
                                          for (const WriteForm& form : writes()) {
                                            number += 100;
                                            const Two mine{number + rank, number + 10 + rank};
                                            access(form, rank, handle, mine.data());
                                            MPI_File_sync(handle);
                                            MPI_Barrier(MPI_COMM_WORLD);
                                            std::array<int, 4> all{};
                                            const std::string text = file.text();
                                            if (text.size() == sizeof all)
                                              std::memcpy(all.data(), text.data(), sizeof all);
                                            if (all != std::array<int, 4>{number, number + 10, number + 1, number + 11})
                                              say(std::string(form.call) + " leaves " + testing::PrintToString(all));
                                            MPI_Barrier(MPI_COMM_WORLD);
                                          }
                                          MPI_File_close(&handle);
                                        }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
