#include "sim/cli/command_line.hpp"
#include "sim/cli/compiler_words.hpp"

#include <gmock/gmock.h>

namespace daruma::cli {
namespace {

using testing::ElementsAre;

CompilerWords asked(const Words& words) { return read_compiler_words(words); }

TEST(CompilerWords, TellWhatIsMade) {
  EXPECT_EQ(asked({"a.c"}).product, Product::program);
  EXPECT_EQ(asked({"a.c"}).file, "a.out");
  EXPECT_EQ(asked({"a.o", "-o", "p"}).file, "p");
  EXPECT_EQ(asked({"a.o", "-op"}).file, "p");
  EXPECT_EQ(asked({"-c", "a.c"}).product, Product::parts);
  EXPECT_EQ(asked({"-E", "a.c"}).product, Product::parts);
  EXPECT_EQ(asked({"-MM", "a.c"}).product, Product::parts);
  EXPECT_EQ(asked({"-shared", "a.o", "-o", "liba.so"}).product, Product::library);
  EXPECT_EQ(asked({"-r", "a.o", "-o", "b.o"}).product, Product::relocatable);
  EXPECT_EQ(asked({"--version"}).product, Product::nothing);
  EXPECT_EQ(asked({"-dumpversion"}).product, Product::nothing);
  EXPECT_EQ(asked({"-O2", "-lm"}).product, Product::program);
}

TEST(CompilerWords, TellValuesFromFiles) {
  const CompilerWords words = asked({"-I", "include", "-D", "X", "-MF", "a.d", "-x", "c", "a.txt", "-L", "lib", "-lz"});
  EXPECT_THAT(words.inputs, ElementsAre("a.txt"));
  EXPECT_THROW(asked({"a.c", "-o"}), UsageError);
  EXPECT_THROW(asked({"a.c", "-I"}), UsageError);
}

TEST(CompilerWords, LeaveOutWhatPlacesCodeForGood) {
  EXPECT_THAT(asked({"-no-pie", "a.c", "-pie"}).words, ElementsAre("a.c"));
  for (const char* option : {"-static", "-static-pie", "-m32", "-mx32", "-nostartfiles", "-pg", "-fsanitize=address",
                             "-fsanitize=undefined,leak"})
    EXPECT_THROW(asked({"a.c", option}), UsageError) << option;
}

} // namespace
} // namespace daruma::cli
