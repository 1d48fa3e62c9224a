// What accesses of files cost: bandwidth, latency, and their sharing by theory.
#include "tests/sim/mpi/files.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr double file_system = 1e8;          // B/s
constexpr double latency = 2 * link_latency; // to the file system
constexpr int megabyte = 1000000;
constexpr double exact = 1e-9;

/// How long each rank takes for `access`, with everything before and after apart.
std::vector<double> times(int processes, const OwnFile& file, const std::function<void(MPI_File, int)>& access,
                          double bandwidth = file_system) {
  Simulation simulation = simulation_with_files(processes, [&](int rank) {
    MPI_File handle = open(file);
    rest_until(10);
    const double begin = MPI_Wtime();
    access(handle, rank);
    say(std::to_string(1e9 * (MPI_Wtime() - begin)));
    rest_until(100);
    MPI_File_close(&handle);
  });
  simulation.file_system = bandwidth;
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed || outcome.stood_still);
  std::vector<double> all;
  for (int rank = 0; rank < processes; ++rank) {
    const auto lines = outcome.said_by(rank);
    all.push_back(lines.empty() ? -1 : 1e-9 * std::stod(lines.back()));
  }
  return all;
}

double slowest(const std::vector<double>& all) { return *std::max_element(all.begin(), all.end()); }

void write(MPI_File file, MPI_Offset at, int bytes) {
  const std::vector<char> data(static_cast<std::size_t>(bytes), 'x');
  MPI_File_write_at(file, at, data.data(), bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

TEST(FileTime, OneWriteTakesLatencyAndBandwidth) {
  const OwnFile file;
  EXPECT_NEAR(times(1, file, [](MPI_File f, int) { write(f, 0, megabyte); })[0], 0.01 + latency, 1e-6);
}

TEST(FileTime, AReadTakesWhatThereIsToRead) {
  const OwnFile file;
  file.write(std::string(megabyte / 2, 'x'));
  EXPECT_NEAR(times(1, file,
                    [](MPI_File f, int) {
                      std::vector<char> data(megabyte);
                      MPI_File_read_at(f, 0, data.data(), megabyte, MPI_BYTE, MPI_STATUS_IGNORE);
                    })[0],
              0.005 + latency, 1e-6);
}

TEST(FileTime, WritersShareTheFileSystem) {
  const OwnFile file;
  const auto all = times(4, file, [](MPI_File f, int rank) { write(f, MPI_Offset{rank} * megabyte, megabyte); });
  for (const double one : all) EXPECT_NEAR(one, 0.04 + latency, 1e-5);
}

TEST(FileTime, ALinkLimitsWhatItsNodeGets) {
  const OwnFile file;
  const auto all = times(
      2, file, [](MPI_File f, int rank) { write(f, MPI_Offset{rank} * megabyte, megabyte); }, 1e10);
  for (const double one : all) EXPECT_NEAR(one, megabyte / link_bandwidth + latency, 1e-5);
}

TEST(FileTime, WithoutAFileSystemThereIsNone) {
  const OwnFile file;
  EXPECT_LT(times(
                1, file, [](MPI_File f, int) { write(f, 0, megabyte); }, 0)[0],
            1e-5);
}

TEST(FileTime, AccessesInTheBackgroundGoOnBesideTheProgram) {
  const OwnFile file;
  EXPECT_NEAR(times(1, file,
                    [](MPI_File f, int) {
                      const std::vector<char> data(megabyte, 'x');
                      MPI_Request request = MPI_REQUEST_NULL;
                      MPI_File_iwrite_at(f, 0, data.data(), megabyte, MPI_BYTE, &request);
                      rest_for(0.008);
                      MPI_Wait(&request, MPI_STATUS_IGNORE);
                    })[0],
              0.01 + latency, 1e-6);
}

/// Each rank writes every fourth kilobyte of `total` bytes.
void write_by_turns(MPI_File file, int rank, int processes, int total, bool is_together) {
  constexpr int unit = 1000;
  MPI_Datatype block = MPI_DATATYPE_NULL;
  MPI_Datatype filetype = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(unit, MPI_BYTE, &block);
  MPI_Type_create_resized(block, 0, MPI_Aint{unit} * processes, &filetype);
  MPI_Type_commit(&filetype);
  MPI_File_set_view(file, MPI_Offset{rank} * unit, MPI_BYTE, filetype, "native", MPI_INFO_NULL);
  const std::vector<char> data(static_cast<std::size_t>(total / processes), 'x');
  const auto count = static_cast<int>(data.size());
  if (is_together)
    MPI_File_write_all(file, data.data(), count, MPI_BYTE, MPI_STATUS_IGNORE);
  else
    MPI_File_write(file, data.data(), count, MPI_BYTE, MPI_STATUS_IGNORE);
}

/// Two phases: a quarter of the bytes leaves each node but for what stays, at 1 GB/s; then all are written.
TEST(FileTime, AggregatorsWriteWhatLiesBetweenOnce) {
  const OwnFile file;
  const double together =
      slowest(times(4, file, [](MPI_File f, int rank) { write_by_turns(f, rank, 4, 4 * megabyte, true); }));
  const double written = 4 * megabyte / file_system;
  EXPECT_GT(together, written);
  EXPECT_LT(together, written + 2 * megabyte / link_bandwidth);
}

/// Alone each rank reads and writes all windows of half a mebibyte, as data sieving does.
TEST(FileTime, AloneWhatLiesBetweenIsReadAndWrittenToo) {
  const OwnFile file;
  file.write(std::string(std::size_t{4} * megabyte, 'y'));
  const double alone =
      slowest(times(4, file, [](MPI_File f, int rank) { write_by_turns(f, rank, 4, 4 * megabyte, false); }));
  EXPECT_NEAR(alone, 4 * 2 * 4 * megabyte / file_system, 0.02 * 4 * 2 * 4 * megabyte / file_system);
  EXPECT_EQ(file.text(), std::string(std::size_t{4} * megabyte, 'x'));
}

TEST(FileTime, FewerAggregatorsHaveLessOfTheNetwork) {
  const OwnFile file;
  const auto with = [&](const char* nodes) {
    return slowest(times(
        4, file,
        [nodes](MPI_File f, int rank) {
          MPI_Info info = MPI_INFO_NULL;
          MPI_Info_create(&info);
          MPI_Info_set(info, "cb_nodes", nodes);
          MPI_File_set_info(f, info);
          write_by_turns(f, rank, 4, 4 * megabyte, true);
        },
        1e11));
  };
  EXPECT_GT(with("1"), 2 * with("4"));
}

TEST(FileTime, SharedPointersCostALatency) {
  const OwnFile file;
  const auto all =
      times(1, file, [](MPI_File f, int) { MPI_File_write_shared(f, "x", 1, MPI_BYTE, MPI_STATUS_IGNORE); });
  EXPECT_NEAR(all[0], 2 * latency + 1 / file_system, exact * 100);
}

} // namespace
} // namespace daruma::mpi::test
