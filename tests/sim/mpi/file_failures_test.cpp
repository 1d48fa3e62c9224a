// Failures and revocations around files: collective calls are told, others go on, and files keep what was written.
#include "tests/sim/mpi/files.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;

constexpr int victim = 1;
constexpr double bytes_per_second = 1e6; // of the file system

Simulation simulation_with(const std::function<void(int)>& program, Watch watch = Watch::perfect) {
  Simulation simulation = simulation_with_files(3, program);
  simulation.profile = profile_with(watch);
  simulation.profile.split = {};
  simulation.file_system = bytes_per_second;
  return simulation;
}

/// A third of a megabyte each takes a second.
std::vector<char> third(int rank) { return std::vector<char>(333333, static_cast<char>('a' + rank)); }

TEST(FileFailure, WhatADeadProcessWasWritingIsNotThere) {
  const OwnFile file;
  Simulation simulation = simulation_with([&](int rank) {
    MPI_File handle = open(file);
    MPI_File_write_at(handle, rank, "x", 1, MPI_BYTE, MPI_STATUS_IGNORE);
    rest_until(1);
    const auto data = third(rank);
    say(word(
        MPI_File_write_at(handle, 10 + MPI_Offset{rank} * 333333, data.data(), 333333, MPI_BYTE, MPI_STATUS_IGNORE)));
    rest_until(5);
    say(word(MPI_File_close(&handle)));
    say(handle == MPI_FILE_NULL ? "closed" : "open");
  });
  simulation.kills.emplace(1.5, victim);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed || outcome.stood_still);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("success", "failed", "closed"));
  const std::string text = file.text();
  ASSERT_EQ(text.size(), 10 + 999999U);
  EXPECT_EQ(text.substr(0, 3), "xxx");
  EXPECT_EQ(text[10], 'a');
  EXPECT_EQ(text[10 + 333333], '\0');
  EXPECT_EQ(text[10 + 666666], 'c');
}

TEST(FileFailure, TheDeadLeaveTheirBandwidthToOthers) {
  const OwnFile file;
  Simulation simulation = simulation_with([&](int rank) {
    MPI_File handle = open(file);
    rest_until(1);
    const auto data = third(rank);
    MPI_File_write_at(handle, MPI_Offset{rank} * 333333, data.data(), 333333, MPI_BYTE, MPI_STATUS_IGNORE);
    say(std::to_string(std::lround(1e3 * MPI_Wtime())));
    rest_until(5);
    MPI_File_close(&handle);
  });
  simulation.kills.emplace(1.5, victim);
  // Until 1.5 a third each, then a half each of what remains, 2 x 166667 bytes.
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("1833"));
}

TEST(FileFailure, CollectiveAccessesAreToldAndOthersGoOn) {
  for (const bool do_parts_interleave : {false, true}) {
    const OwnFile file;
    Simulation simulation = simulation_with([&](int rank) {
      MPI_File handle = open(file);
      if (do_parts_interleave) {
        MPI_Datatype filetype = MPI_DATATYPE_NULL;
        MPI_Type_create_resized(MPI_INT, 0, 12, &filetype);
        MPI_Type_commit(&filetype);
        MPI_File_set_view(handle, 4L * rank, MPI_INT, filetype, "native", MPI_INFO_NULL);
      } else {
        MPI_File_set_view(handle, 400L * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      }
      rest_until(1);
      const std::vector<int> data(100, rank);
      say(word(MPI_File_write_all(handle, data.data(), 100, MPI_INT, MPI_STATUS_IGNORE)));
      say(word(MPI_File_write_at(handle, 0, data.data(), 100, MPI_INT, MPI_STATUS_IGNORE)));
      say(word(MPI_File_write_ordered(handle, data.data(), 1, MPI_INT, MPI_STATUS_IGNORE)));
      say(word(MPI_File_write_shared(handle, data.data(), 1, MPI_INT, MPI_STATUS_IGNORE)));
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_File_iread_all(handle, const_cast<int*>(data.data()), 1, MPI_INT, &request);
      say(word(MPI_Wait(&request, MPI_STATUS_IGNORE)));
      for (const auto& call : std::vector<std::function<int()>>{
               [&] { return MPI_File_sync(handle); }, [&] { return MPI_File_set_size(handle, 10); },
               [&] { return MPI_File_seek_shared(handle, 0, MPI_SEEK_SET); },
               [&] { return MPI_File_set_view(handle, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); }})
        say(word(call()));
      say(word(MPI_File_close(&handle)));
    });
    simulation.kills.emplace(0.9, victim);
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.crashed || outcome.stood_still);
    for (const int rank : {0, 2})
      EXPECT_THAT(outcome.said_by(rank), ElementsAre("failed", "success", "failed", "success", "failed", "failed",
                                                     "failed", "failed", "failed", "failed"));
  }
}

TEST(FileFailure, NobodyOpensTogetherWithTheDead) {
  const OwnFile file;
  Simulation simulation = simulation_with([&](int rank) {
    rest_until(rank == 2 ? 2 : 1);
    MPI_File handle = MPI_FILE_NULL;
    say(word(MPI_File_open(MPI_COMM_WORLD, file.name().c_str(), anew, MPI_INFO_NULL, &handle)));
    MPI_Comm survivors = MPI_COMM_NULL;
    MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
    say(word(MPI_File_open(survivors, file.name().c_str(), anew, MPI_INFO_NULL, &handle)));
    say(word(MPI_File_close(&handle)));
  });
  simulation.kills.emplace(1.5, victim);
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed || outcome.stood_still);
  for (const int rank : {0, 2}) EXPECT_THAT(outcome.said_by(rank), ElementsAre("failed", "success", "success"));
}

TEST(FileFailure, RevokedWithItsCommunicator) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with([&](int rank) {
    MPI_File handle = open(file);
    if (rank == 0) {
      rest_for(1);
      MPIX_Comm_revoke(MPI_COMM_WORLD);
    }
    say(word(MPI_File_sync(handle)));
    say(word(MPI_File_write_at(handle, rank, "x", 1, MPI_BYTE, MPI_STATUS_IGNORE)));
    say(word(MPI_File_close(&handle)));
  }));
  EXPECT_FALSE(outcome.crashed || outcome.stood_still);
  for (const int rank : {0, 1, 2}) EXPECT_THAT(outcome.said_by(rank), ElementsAre("revoked", "success", "revoked"));
  EXPECT_EQ(file.text(), "xxx");
}

} // namespace
} // namespace daruma::mpi::test
