#include "sim/cli/command_line.hpp"
#include "sim/cli/compiler_words.hpp"

#include <gmock/gmock.h>

namespace daruma::cli {
namespace {

using testing::ElementsAre;

CompilerWords read(const Words& words) { return read_compiler_words(words); }

TEST(CompilerWords, TellWhatIsMade) {
  EXPECT_EQ(read({"a.c"}).product, Product::program);
  EXPECT_EQ(read({"a.c"}).file, "a.out");
  EXPECT_EQ(read({"a.o", "-o", "p"}).file, "p");
  EXPECT_EQ(read({"a.o", "-op"}).file, "p");
  EXPECT_EQ(read({"-c", "a.c"}).product, Product::parts);
  EXPECT_EQ(read({"-E", "a.c"}).product, Product::parts);
  EXPECT_EQ(read({"-MM", "a.c"}).product, Product::parts);
  EXPECT_EQ(read({"-shared", "a.o", "-o", "liba.so"}).product, Product::library);
  EXPECT_EQ(read({"-r", "a.o", "-o", "b.o"}).product, Product::relocatable);
  EXPECT_EQ(read({"--version"}).product, Product::nothing);
  EXPECT_EQ(read({"-dumpversion"}).product, Product::nothing);
  EXPECT_EQ(read({"-O2", "-lm"}).product, Product::program);
}

TEST(CompilerWords, TellValuesFromFiles) {
  const CompilerWords words = read({"-I", "include", "-D", "X", "-MF", "a.d", "-x", "c", "a.txt", "-L", "lib", "-lz"});
  EXPECT_THAT(words.inputs, ElementsAre("a.txt"));
  EXPECT_THROW(read({"a.c", "-o"}), UsageError);
  EXPECT_THROW(read({"a.c", "-I"}), UsageError);
}

TEST(CompilerWords, LeaveOutWhatPlacesCodeForGood) {
  EXPECT_THAT(read({"-no-pie", "a.c", "-pie"}).words, ElementsAre("a.c"));
  for (const char* option : {"-static", "-static-pie", "-m32", "-mx32", "-nostartfiles"})
    EXPECT_THROW(read({"a.c", option}), UsageError) << option;
}

} // namespace
} // namespace daruma::cli
