// Views: what accesses of all kinds leave in a file, and read from it, against places worked out byte by byte.
#include "tests/sim/mpi/files.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;

constexpr int all_ranks = 4;
constexpr int ints = 24; // that each rank writes
constexpr int first = 8; // byte of the file at which views begin

/// A filetype of ints, and which of them it has, of how many.
struct Pattern {
  const char* name;
  int width;
  std::vector<int> places;
};

/// What rank `rank` sees of the file.
Pattern pattern_of(int kind, int rank) {
  switch (kind) {
  case 0:
    return {"blocks that follow each other", all_ranks * ints, [rank] {
              std::vector<int> all;
              all.reserve(ints);
              for (int i = 0; i < ints; ++i) all.push_back(rank * ints + i);
              return all;
            }()};
  case 1:
    return {"every fourth int", all_ranks, {rank}};
  case 2:
    return {"pairs", 2 * all_ranks, {2 * rank, 2 * rank + 1}};
  default:
    return {"uneven stretches",
            7 * all_ranks,
            {rank, all_ranks + 3 * rank, all_ranks + 3 * rank + 1, 4 * all_ranks + 2 * rank}};
  }
}

MPI_Datatype filetype_of(const Pattern& pattern) {
  MPI_Datatype indexed = MPI_DATATYPE_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_indexed_block(static_cast<int>(pattern.places.size()), 1, pattern.places.data(), MPI_INT, &indexed);
  MPI_Type_create_resized(indexed, 0, static_cast<MPI_Aint>(pattern.width * sizeof(int)), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&indexed);
  return type;
}

/// Where the i-th int that a rank sees lies, in ints.
int place_of(const Pattern& pattern, int i) {
  const int count = static_cast<int>(pattern.places.size());
  return i / count * pattern.width + pattern.places[static_cast<std::size_t>(i % count)];
}

int value_of(int rank, int i) { return 1000 * (rank + 1) + i; }

std::string expected(int kind, int begin) {
  std::string bytes;
  for (int rank = 0; rank < all_ranks; ++rank)
    for (int i = 0; i < ints; ++i) {
      const auto at = static_cast<std::size_t>(first) +
                      sizeof(int) * static_cast<std::size_t>(place_of(pattern_of(kind, rank), begin + i));
      const int value = value_of(rank, i);
      if (bytes.size() < at + sizeof value) bytes.resize(at + sizeof value);
      bytes.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
    }
  return bytes;
}

/// Every second int of twice as many in memory.
struct Sparse {
  std::vector<int> memory = std::vector<int>(std::size_t{2} * ints, -1);
  MPI_Datatype type = MPI_DATATYPE_NULL;

  Sparse() {
    MPI_Type_vector(ints, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
  }
};

using Transfer = std::function<int(MPI_File, void*, int, MPI_Datatype, int begin)>;

struct AccessForm {
  const char* name;
  Transfer write;
  Transfer read;
};

int ended(int error, MPI_Request& request) { return error ? error : MPI_Wait(&request, MPI_STATUS_IGNORE); }

const std::vector<AccessForm>& access_forms() {
  static const std::vector<AccessForm> all{{"at",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              return MPI_File_write_at(f, at, b, n, t, MPI_STATUS_IGNORE);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              return MPI_File_read_at(f, at, b, n, t, MPI_STATUS_IGNORE);
                                            }},
                                           {"at_all",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              return MPI_File_write_at_all(f, at, b, n, t, MPI_STATUS_IGNORE);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              return MPI_File_read_at_all(f, at, b, n, t, MPI_STATUS_IGNORE);
                                            }},
                                           {"individual",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_seek(f, at, MPI_SEEK_SET);
                                              return MPI_File_write(f, b, n, t, MPI_STATUS_IGNORE);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_seek(f, at, MPI_SEEK_SET);
                                              return MPI_File_read(f, b, n, t, MPI_STATUS_IGNORE);
                                            }},
                                           {"all",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_seek(f, at, MPI_SEEK_SET);
                                              return MPI_File_write_all(f, b, n, t, MPI_STATUS_IGNORE);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_seek(f, at, MPI_SEEK_SET);
                                              return MPI_File_read_all(f, b, n, t, MPI_STATUS_IGNORE);
                                            }},
                                           {"iat_all",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_Request request = MPI_REQUEST_NULL;
                                              return ended(MPI_File_iwrite_at_all(f, at, b, n, t, &request), request);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_Request request = MPI_REQUEST_NULL;
                                              return ended(MPI_File_iread_at_all(f, at, b, n, t, &request), request);
                                            }},
                                           {"at_all halves",
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_write_at_all_begin(f, at, b, n, t);
                                              return MPI_File_write_at_all_end(f, b, MPI_STATUS_IGNORE);
                                            },
                                            [](MPI_File f, void* b, int n, MPI_Datatype t, int at) {
                                              MPI_File_read_at_all_begin(f, at, b, n, t);
                                              return MPI_File_read_at_all_end(f, b, MPI_STATUS_IGNORE);
                                            }}};
  return all;
}

/// Of a view of this kind, from an int on that is not always the first, to memory that is not always solid.
struct Trial {
  int kind;
  int begin = 0;
  bool is_sparse = false;
};

/// Writes and reads back; says what was wrong.
void there_and_back(const OwnFile& file, const AccessForm& form, const Trial& trial, int rank, MPI_Info info) {
  const auto [kind, begin, is_sparse] = trial;
  MPI_File handle = open(file, anew, MPI_COMM_WORLD, info);
  MPI_Datatype filetype = filetype_of(pattern_of(kind, rank));
  MPI_File_set_view(handle, first, MPI_INT, filetype, "native", MPI_INFO_NULL);
  MPI_Type_free(&filetype); // the view keeps it
  const int step = is_sparse ? 2 : 1;
  Sparse out;
  Sparse in;
  for (int i = 0; i < ints; ++i)
    out.memory[static_cast<std::size_t>(step) * static_cast<std::size_t>(i)] = value_of(rank, i);
  const int count = is_sparse ? 1 : ints;
  const MPI_Datatype type = is_sparse ? out.type : MPI_INT;
  if (form.write(handle, out.memory.data(), count, type, begin)) say("no write");
  MPI_File_sync(handle);
  if (form.read(handle, in.memory.data(), count, type, begin)) say("no read");
  for (int i = 0; i < 2 * ints; ++i) {
    const bool is_data = i < step * ints && i % step == 0;
    if (in.memory[static_cast<std::size_t>(i)] != (is_data ? value_of(rank, i / step) : -1))
      say("wrong at " + std::to_string(i));
  }
  MPI_File_close(&handle);
}

TEST(View, WhatIsWrittenIsWhereItSays) {
  for (const AccessForm& form : access_forms())
    for (int kind = 0; kind < 4; ++kind)
      for (const int begin : {0, 3}) {
        const OwnFile file;
        const bool is_sparse = (kind + begin) % 2 != 0;
        const Outcome outcome = simulate(simulation_with_files(all_ranks, [&](int rank) {
          there_and_back(file, form, {kind, begin, is_sparse}, rank, MPI_INFO_NULL);
        }));
        const std::string what =
            std::string(form.name) + ", " + pattern_of(kind, 0).name + ", " + std::to_string(begin);
        EXPECT_FALSE(outcome.crashed || outcome.stood_still) << what;
        EXPECT_TRUE(outcome.lines.empty()) << what << ": " << outcome.lines.front().text;
        EXPECT_TRUE(file.text() == expected(kind, begin)) << what;
      }
}

TEST(View, HintsChangeTheWayAndNotTheBytes) {
  const std::vector<std::pair<const char*, const char*>> hints{{"cb_nodes", "1"},
                                                               {"cb_nodes", "3"},
                                                               {"collective_buffering", "false"},
                                                               {"collective_buffering", "true"},
                                                               {"romio_cb_write", "disable"}};
  for (const auto& [key, value] : hints)
    for (int kind = 0; kind < 4; ++kind) {
      const OwnFile file;
      const Outcome outcome = simulate(simulation_with_files(all_ranks, [&, key = key, value = value](int rank) {
        MPI_Info info = MPI_INFO_NULL;
        MPI_Info_create(&info);
        MPI_Info_set(info, key, value);
        there_and_back(file, access_forms()[1], {kind}, rank, info);
        MPI_Info_free(&info);
      }));
      EXPECT_TRUE(!outcome.crashed && !outcome.stood_still && outcome.lines.empty()) << key << " " << value;
      EXPECT_TRUE(file.text() == expected(kind, 0)) << key << " " << value << " " << kind;
    }
}

TEST(View, OnOneNodeThereIsOneAggregator) {
  const OwnFile file;
  Simulation simulation = simulation_with_files(
      all_ranks, [&](int rank) { there_and_back(file, access_forms()[1], {3}, rank, MPI_INFO_NULL); });
  simulation.on_one_host = true;
  EXPECT_TRUE(simulate(simulation).lines.empty());
  EXPECT_TRUE(file.text() == expected(3, 0));
}

TEST(View, RanksWithoutDataTakePartAllTheSame) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(all_ranks, [&](int rank) {
    MPI_File handle = open(file);
    MPI_Datatype filetype = filetype_of(pattern_of(1, rank));
    MPI_File_set_view(handle, 0, MPI_INT, filetype, "native", MPI_INFO_NULL);
    const std::vector<int> own(ints, rank);
    const int count = rank % 2 == 0 ? 0 : 2;
    MPI_Status status;
    MPI_File_write_all(handle, own.data(), count, MPI_INT, &status);
    int written = -1;
    MPI_Get_count(&status, MPI_INT, &written);
    say(std::to_string(written));
    MPI_File_close(&handle);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("0"));
  EXPECT_THAT(outcome.said_by(3), ElementsAre("2"));
  const auto as_int = [text = file.text()](int place) {
    return static_cast<int>(text.at(4 * static_cast<std::size_t>(place)));
  };
  EXPECT_EQ(as_int(1), 1);
  EXPECT_EQ(as_int(7), 3);
}

TEST(View, PointersAndOffsetsCountItsEtypes) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(1, [&](int) {
    MPI_File handle = open(file);
    MPI_Datatype filetype = filetype_of(pattern_of(2, 1)); // ints 2 and 3 of 8
    MPI_File_set_view(handle, first, MPI_INT, filetype, "native", MPI_INFO_NULL);
    MPI_Offset at = -1;
    MPI_File_get_byte_offset(handle, 3, &at);
    say(std::to_string(at)); // int 11
    const std::vector<int> own(5, 1);
    MPI_File_write(handle, own.data(), 5, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(handle, &at);
    say(std::to_string(at));
    MPI_File_seek(handle, -1, MPI_SEEK_END);
    MPI_File_get_position(handle, &at);
    say(std::to_string(at));
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype found = MPI_DATATYPE_NULL;
    char representation[MPI_MAX_DATAREP_STRING] = "";
    MPI_File_get_view(handle, &at, &etype, &found, representation);
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(found, &lower, &extent);
    say(std::to_string(at) + " " + std::to_string(extent) + " " + representation);
    MPI_Type_free(&found);
    MPI_File_set_view(handle, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_get_position(handle, &at);
    say(std::to_string(at));
    MPI_Datatype backwards = MPI_DATATYPE_NULL;
    const int places[2] = {1, 0};
    MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    say(name_of_error(MPI_File_set_view(handle, 0, MPI_INT, backwards, "native", MPI_INFO_NULL)));
    MPI_File_close(&handle);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("52", "5", "4", "8 32 native", "0", "MPI_ERR_IO"));
}

TEST(View, NumbersAreBigEndianInThePortableRepresentation) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(2, [&](int rank) {
    MPI_File handle = open(file);
    MPI_File_set_view(handle, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    const int out[2] = {1 + 2 * rank, 2 + 2 * rank};
    int in[4] = {};
    MPI_File_write_at_all(handle, 2L * rank, out, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(handle);
    MPI_File_read_at(handle, 0, in, 4, MPI_INT, MPI_STATUS_IGNORE);
    say(std::to_string(in[0]) + std::to_string(in[1]) + std::to_string(in[2]) + std::to_string(in[3]));
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), std::string("\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4", 16));
  EXPECT_EQ(outcome.count("1234"), 2);
}

TEST(View, NumbersOfAnotherSizeInThePortableRepresentationAreRefused) {
  const OwnFile file;
  const Outcome outcome = simulate(simulation_with_files(1, [&](int) {
    MPI_File handle = open(file);
    say(name_of_error(MPI_File_set_view(handle, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL)));
    say(name_of_error(MPI_File_set_view(handle, 0, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL)));
    const long number = 1;
    say(name_of_error(MPI_File_write(handle, &number, 1, MPI_LONG, MPI_STATUS_IGNORE)));
    MPI_File_close(&handle);
  }));
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("MPI_ERR_UNSUPPORTED_DATAREP", "MPI_SUCCESS", "MPI_ERR_UNSUPPORTED_DATAREP"));
}

TEST(View, DistributedArraysAreOneFile) {
  const OwnFile file;
  constexpr int side = 6;
  simulate(simulation_with_files(all_ranks, [&](int rank) {
    const int sizes[2] = {side, side};
    const int parts[2] = {side / 2, side / 2};
    const int starts[2] = {rank / 2 * side / 2, rank % 2 * side / 2};
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_BYTE, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File handle = open(file);
    MPI_File_set_view(handle, 0, MPI_BYTE, filetype, "native", MPI_INFO_NULL);
    const std::string own(side * side / 4, static_cast<char>('a' + rank));
    MPI_File_write_all(handle, own.data(), static_cast<int>(own.size()), MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&handle);
  }));
  EXPECT_EQ(file.text(), "aaabbbaaabbbaaabbbcccdddcccdddcccddd");
}

} // namespace
} // namespace daruma::mpi::test
