// What daruma cc refuses to do to files, and how it tells a machine that has no room from a program with mistakes.
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>

namespace daruma::test {
namespace {

using testing::HasSubstr;

class Compiling : public CommandLine {
protected:
  Compiling() { std::ofstream(folder_ / "a.c") << source; }

  static constexpr const char* source = "#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v);"
                                        " MPI_Finalize(); return 0; }\n";
};

TEST_F(Compiling, NeverOverwritesASource) {
  std::filesystem::create_symlink("a.c", folder_ / "link");
  for (const char* const words : {"a.c -o a.c", "-c a.c -oa.c", "a.c -o ./a.c", "a.c -o link"}) {
    const Answer answer = call(std::string("cc ") + words);
    EXPECT_EQ(answer.status, 2) << words;
    EXPECT_THAT(answer.err, HasSubstr("would overwrite what is compiled")) << words;
    EXPECT_EQ(read(folder_ / "a.c"), source) << words;
  }
}

TEST_F(Compiling, TellsAFullOrReadOnlyDiskFromAMistake) {
  const Answer no_place = call("cc a.c -o /proc/a.so");
  EXPECT_EQ(no_place.status, 4) << no_place.err;
  EXPECT_THAT(no_place.err, HasSubstr("daruma: /proc cannot be written: "));
  const Answer full = call("cc a.c -o a.so", "ulimit -f 1;");
  EXPECT_EQ(full.status, 4) << full.err;
  EXPECT_THAT(full.err, HasSubstr("cannot be written: File too large"));
  const Answer no_temporary = call("cc a.c -o a.so", "TMPDIR=/proc");
  EXPECT_TRUE(no_temporary.status == 0 || no_temporary.status == 4) << no_temporary.err; // as the compiler takes it
  std::ofstream(folder_ / "a.c") << "int main(void) { return }\n";
  EXPECT_EQ(call("cc a.c -o a.so").status, 2);
}

/// Thread-local variables of that model keep the simulator from making copies of its own; the system's loader makes
/// them.
TEST_F(Compiling, OfWhatNeedsCopiesTellsAMachineWithoutRoomForThem) {
  std::ofstream(folder_ / "a.c") << "static __thread int mine; int other(void) { return ++mine; }\n" << source;
  std::ofstream(folder_ / "a.json") << R"({"name": "a", "machine": "laptop",
    "jobs": [{"name": "a", "program": "a.so", "ranks": 2}]})";
  const Answer compiled = call("cc -ftls-model=initial-exec a.c -o a.so");
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_EQ(call("run a.json").status, 0);
  for (const char* const lack : {"ulimit -f 1;", "TMPDIR=/nowhere"}) {
    const Answer answer = call("run a.json", lack);
    EXPECT_EQ(answer.status, 4) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("a.so cannot be loaded, of which each process needs a copy")) << lack;
  }
  const Answer explored = call("explore " + scenario("quickstart"), "TMPDIR=/nowhere");
  EXPECT_EQ(explored.status, 4);
  EXPECT_THAT(explored.err, HasSubstr("TMPDIR is /nowhere: No such file or directory"));
}

} // namespace
} // namespace daruma::test
