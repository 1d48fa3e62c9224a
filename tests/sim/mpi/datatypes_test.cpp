// Datatypes: bounds, how they were made, how much of them a message held, and that they outlive their handles;
// operators and infos.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Ints = std::vector<int>;

/// What a single process says that runs the program.
std::vector<std::string> said(const std::function<void()>& program) {
  return run(simulation_of(1, [&](int) { program(); })).said_by(0);
}

void expect_bounds(MPI_Datatype type, MPI_Aint lower, MPI_Aint upper, int size, const char* name) {
  MPI_Aint got_lower = -1;
  MPI_Aint got_extent = -1;
  int got_size = -1;
  MPI_Type_get_extent(type, &got_lower, &got_extent);
  MPI_Type_size(type, &got_size);
  check(got_lower == lower && got_extent == upper - lower && got_size == size,
        std::string(name) + ": " + std::to_string(got_lower) + " + " + std::to_string(got_extent) + ", " +
            std::to_string(got_size));
}

/// What is packed of an array 0, 1, 2, ... that begins `before` elements before the buffer.
Ints packed(MPI_Datatype type, int count, int before = 0) {
  Ints array(200);
  std::iota(array.begin(), array.end(), -before);
  Ints result(100);
  int position = 0;
  MPI_Type_commit(&type);
  MPI_Pack(array.data() + before, count, type, result.data(), 400, &position, MPI_COMM_WORLD);
  result.resize(static_cast<std::size_t>(position) / sizeof(int));
  return result;
}

void expect_packed(MPI_Datatype type, const Ints& wanted, const char* name, int count = 1, int before = 0) {
  const Ints got = packed(type, count, before);
  check(got == wanted, std::string(name) + " packs " + testing::PrintToString(got));
}

TEST(Bounds, AreThoseOfWhatIsFurthestOut) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                MPI_Type_vector(3, 1, -2, MPI_INT, &type);
                expect_bounds(type, -16, 4, 12, "backwards");
                expect_packed(type, {0, -2, -4}, "backwards", 1, 10);
                MPI_Type_free(&type);
                const int lengths[] = {2, 0, 1};
                const int places[] = {5, -9, 2}; // nothing is at -9
                MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
                expect_bounds(type, 8, 28, 12, "indexed");
                expect_packed(type, {5, 6, 2, 10, 11, 7}, "indexed", 2);
                MPI_Type_free(&type);
                MPI_Type_contiguous(0, MPI_INT, &type);
                expect_bounds(type, 0, 0, 0, "nothing");
                MPI_Type_free(&type);
              }),
              IsEmpty());
}

TEST(Bounds, OfAStructArePaddedUnlessTheyAreGiven) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                const int lengths[] = {1, 1};
                const MPI_Aint places[] = {0, 4};
                const MPI_Datatype parts[] = {MPI_INT, MPI_CHAR};
                MPI_Type_create_struct(2, lengths, places, parts, &type);
                expect_bounds(type, 0, 8, 5, "struct");
                MPI_Datatype resized = MPI_DATATYPE_NULL;
                MPI_Type_create_resized(type, -3, 20, &resized);
                expect_bounds(resized, -3, 17, 5, "resized");
                MPI_Datatype row = MPI_DATATYPE_NULL;
                MPI_Type_contiguous(2, resized, &row);
                expect_bounds(row, -3, 37, 10, "row of resized");
                MPI_Aint lower = -1;
                MPI_Aint extent = -1;
                MPI_Type_get_true_extent(row, &lower, &extent);
                check(lower == 0 && extent == 25, "true extent");
                const MPI_Datatype markers[] = {MPI_LB, MPI_UB};
                const MPI_Aint marked[] = {-8, 12};
                MPI_Datatype empty = MPI_DATATYPE_NULL;
                MPI_Type_create_struct(2, lengths, marked, markers, &empty);
                expect_bounds(empty, -8, 12, 0, "markers");
                for (MPI_Datatype* one : {&type, &resized, &row, &empty}) MPI_Type_free(one);
              }),
              IsEmpty());
}

TEST(Bounds, OfPairsAreThoseOfTheStructInC) {
  EXPECT_THAT(said([] {
                expect_bounds(MPI_DOUBLE_INT, 0, 16, 12, "double, int");
                expect_bounds(MPI_SHORT_INT, 0, 8, 6, "short, int");
                expect_bounds(MPI_2INT, 0, 8, 8, "two ints");
              }),
              IsEmpty());
}

/// The elements of a 5 x 4 array that process `rank` of a 2 x 2 grid has: rows in blocks of two in turn, columns
/// halved.
TEST(SpreadArrays, GiveEachProcessItsPart) {
  const auto part_of = [](int rank, int order) {
    const int sizes[] = {5, 4};
    const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    const int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    const int grid[] = {2, 2};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_darray(4, rank, 2, sizes, kinds, arguments, grid, order, MPI_INT, &type);
    expect_bounds(type, 0, 80, static_cast<int>(packed(type, 1).size()) * 4, "array");
    const Ints part = packed(type, 1);
    MPI_Type_free(&type);
    return testing::PrintToString(part);
  };
  EXPECT_THAT(said([&] {
                for (int rank = 0; rank < 4; ++rank) say(part_of(rank, MPI_ORDER_C));
                say(part_of(3, MPI_ORDER_FORTRAN));
                MPI_Datatype type = MPI_DATATYPE_NULL;
                const int one[] = {1};
                check(MPI_Type_create_darray(2, 0, 1, one, one, one, one, MPI_ORDER_C, MPI_INT, &type) == MPI_ERR_ARG,
                      "two processes on a grid of one");
              }),
              ElementsAre("{ 0, 1, 4, 5, 16, 17 }", "{ 2, 3, 6, 7, 18, 19 }", "{ 8, 9, 12, 13 }", "{ 10, 11, 14, 15 }",
                          "{ 12, 13, 17, 18 }"));
}

TEST(Contents, TellHowADatatypeWasMade) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                const MPI_Aint places[] = {4, 24};
                MPI_Type_create_hindexed_block(2, 3, places, MPI_INT, &type);
                int integers = 0;
                int addresses = 0;
                int types = 0;
                int combiner = 0;
                MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
                check(integers == 2 && addresses == 2 && types == 1 && combiner == MPI_COMBINER_HINDEXED_BLOCK,
                      "envelope");
                int numbers[2];
                MPI_Aint at[2];
                MPI_Datatype of[1];
                check(MPI_Type_get_contents(type, 1, 2, 1, numbers, at, of) == MPI_ERR_ARG, "too little room");
                MPI_Type_get_contents(type, 2, 2, 1, numbers, at, of);
                check(numbers[0] == 2 && numbers[1] == 3 && at[0] == 4 && at[1] == 24 && of[0] == MPI_INT, "contents");
                MPI_Datatype copy = MPI_DATATYPE_NULL;
                MPI_Type_dup(type, &copy);
                MPI_Type_free(&type);
                MPI_Type_get_envelope(copy, &integers, &addresses, &types, &combiner);
                MPI_Type_get_contents(copy, 0, 0, 1, nullptr, nullptr, of);
                check(combiner == MPI_COMBINER_DUP, "duplicate");
                expect_packed(of[0], {1, 2, 3, 6, 7, 8}, "what was duplicated");
                MPI_Type_free(of);
                MPI_Type_free(&copy);
                check(MPI_Type_get_contents(MPI_INT, 0, 0, 0, nullptr, nullptr, nullptr) == MPI_ERR_TYPE, "of an int");
              }),
              IsEmpty());
}

TEST(Elements, AreCountedInWhatCameIn) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  const int lengths[] = {2, 1};
                                  const MPI_Aint places[] = {0, 8};
                                  const MPI_Datatype parts[] = {MPI_SHORT, MPI_DOUBLE};
                                  MPI_Datatype type = MPI_DATATYPE_NULL;
                                  MPI_Type_create_struct(2, lengths, places, parts, &type); // 12 bytes
                                  MPI_Type_commit(&type);
                                  char bytes[64] = {};
                                  for (const int size : {24, 14, 12, 3}) {
                                    if (rank == 1) MPI_Send(bytes, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
                                    if (rank == 1) continue;
                                    MPI_Status status;
                                    int whole = -1;
                                    int elements = -1;
                                    MPI_Count large = -1;
                                    MPI_Recv(bytes, 4, type, 1, 0, MPI_COMM_WORLD, &status);
                                    MPI_Get_count(&status, type, &whole);
                                    MPI_Get_elements(&status, type, &elements);
                                    MPI_Get_elements_x(&status, type, &large);
                                    check(large == elements, "another number");
                                    say((whole == MPI_UNDEFINED ? "-" : std::to_string(whole)) + " " +
                                        (elements == MPI_UNDEFINED ? "-" : std::to_string(elements)));
                                  }
                                  MPI_Type_free(&type);
                                }))
                  .said_by(0),
              ElementsAre("2 6", "- 4", "1 3", "- -"));
}

TEST(Elements, OfStatusesThatAProgramSetsMayBeMoreThanAnIntHolds) {
  EXPECT_THAT(said([] {
                MPI_Status status{};
                MPI_Count elements = 0;
                int count = 0;
                int flag = 0;
                MPI_Status_set_elements_x(&status, MPI_DOUBLE, MPI_Count{5} << 30);
                MPI_Status_set_cancelled(&status, 1);
                MPI_Get_elements_x(&status, MPI_DOUBLE, &elements);
                MPI_Get_count(&status, MPI_DOUBLE, &count);
                MPI_Test_cancelled(&status, &flag);
                check(elements == MPI_Count{5} << 30 && count == MPI_UNDEFINED && flag == 1, "wrong status");
                MPI_Get_count(&status, MPI_BYTE, &count);
                check(count == MPI_UNDEFINED, "fits");
              }),
              IsEmpty());
}

TEST(NamedDatatypes, AreFoundByTheirSizeOrPrecision) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
                check(type == MPI_REAL8, "a real of 8 bytes");
                MPI_Type_match_size(MPI_TYPECLASS_REAL, 16, &type);
                check(type == MPI_REAL16, "a real of 16 bytes, which is no long double");
                MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 32, &type);
                check(type == MPI_COMPLEX32, "a complex of 32 bytes");
                MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &type);
                check(type == MPI_INTEGER4, "an integer of 4 bytes");
                MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 1, &type);
                check(type == MPI_INTEGER1, "an integer of a byte");
                check(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type) == MPI_ERR_ARG, "a real of 3 bytes");
                MPI_Type_create_f90_real(10, MPI_UNDEFINED, &type);
                expect_bounds(type, 0, 8, 8, "a real of 10 digits");
                MPI_Type_create_f90_complex(6, 30, &type);
                expect_bounds(type, 0, 8, 8, "a complex of 6 digits");
                MPI_Type_create_f90_integer(4, &type);
                expect_bounds(type, 0, 2, 2, "an integer of 4 digits");
                char name[MPI_MAX_OBJECT_NAME];
                int length = 0;
                MPI_Type_get_name(MPI_DOUBLE, name, &length);
                check(std::string(name) == "MPI_DOUBLE" && length == 10, "name");
              }),
              IsEmpty());
}

TEST(NamedDatatypes, OfAPrecisionAreReducedAsTheNumbersThatTheyAre) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                MPI_Type_create_f90_real(10, MPI_UNDEFINED, &type);
                const double left = 2.5;
                double right = 0.25;
                check(MPI_Reduce_local(&left, &right, 1, type, MPI_SUM) == MPI_SUCCESS && right == 2.75, "a sum");
                MPI_Type_create_f90_complex(10, MPI_UNDEFINED, &type);
                const double i[2] = {0, 1};
                double product[2] = {0, 1};
                check(MPI_Reduce_local(i, product, 1, type, MPI_PROD) == MPI_SUCCESS && product[0] == -1, "a product");
                check(MPI_Reduce_local(i, product, 1, type, MPI_MAX) == MPI_ERR_OP,
                      "the larger of two complex numbers");
                check(MPI_Type_create_f90_real(34, MPI_UNDEFINED, &type) == MPI_ERR_ARG, "a real of 34 digits");
                MPI_Type_create_f90_integer(9, &type);
                const int bits = 6;
                int common = 3;
                check(MPI_Reduce_local(&bits, &common, 1, type, MPI_BAND) == MPI_SUCCESS && common == 2, "bits");
              }),
              IsEmpty());
}

TEST(PortablePacking, IsBigEndianAndWithoutGaps) {
  EXPECT_THAT(said([] {
                const int numbers[] = {1, 0x01020304};
                unsigned char bytes[20] = {};
                MPI_Aint size = 0;
                MPI_Aint position = 0;
                MPI_Pack_external_size("external32", 2, MPI_INT, &size);
                MPI_Pack_external("external32", numbers, 2, MPI_INT, bytes, 20, &position);
                check(size == 8 && position == 8 && bytes[3] == 1 && bytes[4] == 1 && bytes[7] == 4, "packed");
                int back[2] = {};
                position = 0;
                MPI_Unpack_external("external32", bytes, 20, &position, back, 2, MPI_INT);
                check(position == 8 && back[0] == 1 && back[1] == 0x01020304, "unpacked");
                MPI_Pack_external_size("external32", 3, MPI_LONG, &size);
                check(size == 12, "longs have four bytes there");
                check(MPI_Pack_external_size("another", 1, MPI_INT, &size) == MPI_ERR_ARG, "another representation");
              }),
              IsEmpty());
}

TEST(PortablePacking, GivesLongsAndWideCharactersLessRoomThanMemory) {
  EXPECT_THAT(said([] {
                const long longs[] = {1, -2};
                const unsigned char expected[] = {0, 0, 0, 1, 255, 255, 255, 254};
                unsigned char bytes[10] = {};
                MPI_Aint position = 0;
                MPI_Pack_external("external32", longs, 2, MPI_LONG, bytes, 8, &position);
                check(position == 8 && std::equal(expected, expected + 8, bytes), "longs");
                long back[2] = {};
                position = 0;
                MPI_Unpack_external("external32", bytes, 8, &position, back, 2, MPI_LONG);
                check(position == 8 && back[0] == 1 && back[1] == -2, "longs again");
                unsigned long natural = 0;
                position = 4;
                MPI_Unpack_external("external32", bytes, 8, &position, &natural, 1, MPI_UNSIGNED_LONG);
                check(natural == 0xfffffffeUL, "without a sign");
                check(MPI_Unpack_external("external32", bytes, 8, &position, &natural, 1, MPI_LONG) == MPI_ERR_TRUNCATE,
                      "nothing is left");
                const wchar_t letter = L'\u263a';
                wchar_t letter_back = 0;
                position = 8;
                MPI_Pack_external("external32", &letter, 1, MPI_WCHAR, bytes, 10, &position);
                check(position == 10 && bytes[8] == 0x26 && bytes[9] == 0x3a, "a wide character");
                position = 8;
                MPI_Unpack_external("external32", bytes, 10, &position, &letter_back, 1, MPI_WCHAR);
                check(letter_back == letter, "a wide character again");
              }),
              IsEmpty());
}

TEST(PortablePacking, MakesIeeesNumbersOfLongDoubles) {
  EXPECT_THAT(
      said([] {
        const long double value = -1.5L;
        long double back = 0;
        unsigned char bytes[16] = {};
        MPI_Aint position = 0;
        MPI_Pack_external("external32", &value, 1, MPI_LONG_DOUBLE, bytes, 16, &position);
        const unsigned char expected[16] = {0xbf, 0xff, 0x80}; // sign and exponent of 15 bits, then the fraction
        check(std::equal(expected, expected + 16, bytes), "packed");
        position = 0;
        MPI_Unpack_external("external32", bytes, 16, &position, &back, 1, MPI_LONG_DOUBLE);
        check(back == value, "unpacked");
      }),
      IsEmpty());
}

void add_up(void* in, void* inout, int* length, MPI_Datatype* type) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  MPI_Type_get_extent(*type, &lower, &extent);
  for (int i = 0; i < *length; ++i) {
    auto* const sum = reinterpret_cast<int*>(static_cast<char*>(inout) + i * extent);
    *sum += *reinterpret_cast<const int*>(static_cast<char*>(in) + i * extent);
  }
}

TEST(Operators, AndDatatypesAreThereUntilTheirCollectiveEnds) {
  EXPECT_THAT(run(simulation_of(4,
                                [](int rank) {
                                  MPI_Op op = MPI_OP_NULL;
                                  MPI_Datatype type = MPI_DATATYPE_NULL;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  const int own[] = {rank, -1, rank + 1, -1};
                                  int sums[] = {0, 7, 0, 7};
                                  MPI_Op_create(add_up, 1, &op);
                                  MPI_Type_create_resized(MPI_INT, 0, 8, &type);
                                  MPI_Type_commit(&type);
                                  MPI_Iallreduce(own, sums, 2, type, op, MPI_COMM_WORLD, &request);
                                  MPI_Op_free(&op);
                                  MPI_Type_free(&type);
                                  check(op == MPI_OP_NULL && type == MPI_DATATYPE_NULL, "handles");
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                  check(sums[0] == 6 && sums[1] == 7 && sums[2] == 10 && sums[3] == 7, "sums");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Operators, OfMpiRefuseDatatypesThatTheyDoNotSuit) {
  EXPECT_THAT(said([] {
                double number = 1;
                double result = 0;
                MPI_Datatype pair = MPI_DATATYPE_NULL;
                MPI_Type_contiguous(2, MPI_INT, &pair);
                MPI_Type_commit(&pair);
                const auto reduce = [&](MPI_Datatype type, MPI_Op op) {
                  return MPI_Allreduce(&number, &result, 1, type, op, MPI_COMM_WORLD);
                };
                check(reduce(MPI_BYTE, MPI_MAX) == MPI_ERR_OP, "the larger byte");
                check(reduce(MPI_DOUBLE, MPI_BXOR) == MPI_ERR_OP, "bits of doubles");
                check(reduce(pair, MPI_SUM) == MPI_ERR_OP, "a derived datatype");
                check(reduce(MPI_DOUBLE, MPI_SUM) == MPI_SUCCESS && result == 1, "a sum");
                check(MPI_Reduce_local(&number, &number, 1, MPI_DOUBLE, MPI_SUM) == MPI_ERR_BUFFER, "in place");
                MPI_Type_free(&pair);
                MPI_Op named = MPI_SUM;
                check(MPI_Op_free(&named) == MPI_ERR_OP, "MPI's own freed");
              }),
              IsEmpty());
}

TEST(Operators, FindPlacesOfExtremes) {
  EXPECT_THAT(run(simulation_of(3,
                                [](int rank) {
                                  struct {
                                    double value;
                                    int place;
                                  } own{rank == 0 ? 1.0 : 5.0, rank}, result{};
                                  MPI_Allreduce(&own, &result, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
                                  check(result.value == 5 && result.place == 1, "largest");
                                  MPI_Allreduce(&own, &result, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
                                  check(result.value == 1 && result.place == 0, "smallest");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Infos, KeepTheirKeysInOrder) {
  EXPECT_THAT(said([] {
                MPI_Info info = MPI_INFO_NULL;
                char text[MPI_MAX_INFO_VAL];
                int flag = 0;
                int length = 3;
                MPI_Info_create(&info);
                for (const char* key : {"key10", "key2", "key1"}) MPI_Info_set(info, key, "some text");
                for (int i = 0; i < 3; ++i) {
                  MPI_Info_get_nthkey(info, i, text);
                  say(text);
                }
                MPI_Info_get_string(info, "key2", &length, text, &flag);
                check(flag && std::string(text) == "so" && length == 10, "part of a text");
                MPI_Info_get_string(info, "none", &length, text, &flag);
                check(!flag, "a text that is not there");
                check(MPI_Info_delete(info, "none") == MPI_ERR_INFO_NOKEY, "deleted");
                MPI_Info_free(&info);
              }),
              ElementsAre("key10", "key2", "key1"));
}

int note(MPI_Datatype, int, void* value, void*) {
  say(static_cast<const char*>(value));
  return MPI_SUCCESS;
}

TEST(Attributes, OfADatatypeAreItsOwnAndDeletedWithIt) {
  EXPECT_THAT(said([] {
                int key = 0;
                int flag = 0;
                void* value = nullptr;
                static char text[] = "gone";
                MPI_Datatype type = MPI_DATATYPE_NULL;
                MPI_Datatype copy = MPI_DATATYPE_NULL;
                MPI_Type_create_keyval(MPI_TYPE_DUP_FN, note, &key, nullptr);
                MPI_Type_contiguous(2, MPI_INT, &type);
                MPI_Type_set_attr(type, key, text);
                MPI_Type_dup(type, &copy);
                MPI_Type_free(&type);
                say("then");
                MPI_Type_get_attr(copy, key, static_cast<void*>(&value), &flag);
                check(flag && value == text, "not inherited");
                MPI_Type_free(&copy);
              }),
              ElementsAre("gone", "then", "gone"));
}

TEST(Datatypes, HaveSizesAndExtentsBeyondAnInt) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  MPI_Datatype gib = MPI_DATATYPE_NULL;
                                  MPI_Datatype made = MPI_DATATYPE_NULL;
                                  MPI_Count size = 0;
                                  MPI_Count lower = -1;
                                  MPI_Count extent = 0;
                                  MPI_Type_contiguous(1 << 30, MPI_BYTE, &gib);
                                  MPI_Type_create_hvector(3, 1, MPI_Aint(1) << 31, gib, &made);
                                  MPI_Type_size_x(made, &size);
                                  check(size == MPI_Count(3) << 30, "size");
                                  MPI_Type_get_extent_x(made, &lower, &extent);
                                  check(lower == 0 && extent == MPI_Count(5) << 30, "extent");
                                  MPI_Type_get_true_extent_x(made, &lower, &extent);
                                  check(lower == 0 && extent == MPI_Count(5) << 30, "true extent");
                                  MPI_Type_free(&made);
                                  MPI_Type_free(&gib);
                                }))
                  .lines,
              IsEmpty());
}

/// As MPICH and Open MPI have it: a program that forgets it fails there.
TEST(Datatypes, CarryDataOnceTheyAreCommitted) {
  EXPECT_THAT(said([] {
                MPI_Datatype type = MPI_DATATYPE_NULL;
                MPI_Datatype copy = MPI_DATATYPE_NULL;
                MPI_Datatype of_precision = MPI_DATATYPE_NULL;
                std::array<int, 2> from{1, 2};
                std::array<int, 2> to{};
                int window_memory[2] = {};
                int position = 0;
                MPI_Win window = MPI_WIN_NULL;
                MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
                MPI_Win_create(window_memory, sizeof window_memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
                MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
                MPI_Type_contiguous(2, MPI_INT, &type);
                MPI_Type_dup(type, &copy);
                MPI_Type_create_f90_integer(9, &of_precision);
                const auto outcomes = [&](MPI_Datatype one) {
                  position = 0;
                  MPI_Win_fence(0, window);
                  const Ints all{MPI_Sendrecv(from.data(), 1, one, 0, 0, to.data(), 1, one, 0, 0, MPI_COMM_SELF,
                                              MPI_STATUS_IGNORE),
                                 MPI_Bcast(to.data(), 1, one, 0, MPI_COMM_SELF),
                                 MPI_Gather(from.data(), 1, one, to.data(), 1, one, 0, MPI_COMM_SELF),
                                 MPI_Pack(from.data(), 1, one, to.data(), sizeof to, &position, MPI_COMM_SELF),
                                 MPI_Put(from.data(), 1, one, 0, 0, 1, one, window)};
                  MPI_Win_fence(0, window);
                  return all;
                };
                const Ints refused(5, MPI_ERR_TYPE);
                const Ints good(5, MPI_SUCCESS);
                check(outcomes(type) == refused, "it is not committed");
                check(outcomes(copy) == refused, "nor is its copy");
                check(outcomes(of_precision) == good, "as good as named");
                MPI_Type_free(&copy);
                MPI_Type_commit(&type);
                MPI_Type_dup(type, &copy);
                check(outcomes(type) == good, "committed");
                check(outcomes(copy) == good, "copied from a committed one");
                MPI_Type_free(&copy);
                MPI_Type_free(&type);
                MPI_Win_free(&window);
              }),
              IsEmpty());
}

TEST(Datatypes, LoseAttributesThatAreDeleted) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  MPI_Datatype type = MPI_DATATYPE_NULL;
                                  int key = MPI_KEYVAL_INVALID;
                                  int value = 3;
                                  int* got = nullptr;
                                  int flag = -1;
                                  MPI_Type_contiguous(2, MPI_INT, &type);
                                  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, nullptr);
                                  MPI_Type_set_attr(type, key, &value);
                                  MPI_Type_get_attr(type, key, static_cast<void*>(&got), &flag);
                                  check(flag && got == &value, "not set");
                                  MPI_Type_delete_attr(type, key);
                                  MPI_Type_get_attr(type, key, static_cast<void*>(&got), &flag);
                                  check(!flag, "not deleted");
                                  MPI_Type_free_keyval(&key);
                                  MPI_Type_free(&type);
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
