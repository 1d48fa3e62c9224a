#include "models/dyprc/mpi/dyprc.hpp"
#include "tests/models/port/scripted_port.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace daruma::models {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Program& sendrecv() { return dyprc::programs().front(); }

constexpr ArgumentRule loops{"loops", ArgumentKind::count, assumed("4", "")};
constexpr ArgumentRule message{"message", ArgumentKind::message_size, assumed("1KiB", "")};
constexpr ArgumentRule work{"work", ArgumentKind::work, assumed("1Mf", "")};
constexpr ArgumentRule window{"window", ArgumentKind::duration, assumed("5ms", "")};

TEST(Program, AcceptsWhatItDeclares) {
  EXPECT_THAT(objections(sendrecv(), {{"loops", "2"}, {"largest_message", "64KiB"}}), IsEmpty());
}

TEST(Program, NamesItsArgumentsWhenOneIsUnknown) {
  EXPECT_THAT(objections(sendrecv(), {{"lops", "2"}}),
              ElementsAre("\"dyprc-sendrecv\" has no argument \"lops\"; it has \"loops\" \"largest_message\" "
                          "\"repetitions\" \"window\""));
}

TEST(Program, ReportsEveryBadArgument) {
  EXPECT_THAT(
      objections(sendrecv(), {{"largest_message", "2GiB"}, {"loops", "0"}}),
      ElementsAre("argument \"largest_message\" must be a size from 1B to 1GiB, such as \"512KiB\", got \"2GiB\"",
                  "argument \"loops\" must be a whole number from 1 to 2147483647, got \"0\""));
}

TEST(Program, TakesOfListedWordsThoseInQuotesAlone) {
  Program program;
  program.name = "p";
  program.arguments = {{"rule", ArgumentKind::word, assumed("mesh", ""), "Which.", "\"mesh\" or \"torus\""}};
  for (const char* word : {"mesh", "torus"}) EXPECT_THAT(objections(program, {{"rule", word}}), IsEmpty()) << word;
  for (const char* word : {" or ", "or", "", "mesh\" or \"torus", "\""})
    EXPECT_EQ(objections(program, {{"rule", word}}).size(), 1U) << word;
}

class BadCount : public ::testing::TestWithParam<const char*> {};

TEST_P(BadCount, IsRefused) {
  scripted_arguments() = {{"loops", GetParam()}};
  EXPECT_THROW(count_argument(loops), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Lines, BadCount, ::testing::Values("", "0", "-1", "1.5", "2147483648", "four", "4 ", "+4"));

TEST(Program, ANumberMayBeNothing) {
  constexpr ArgumentRule kills{"kills", ArgumentKind::number, assumed("1", "")};
  scripted_arguments() = {{"kills", "0"}};
  EXPECT_EQ(number_argument(kills), 0);
  scripted_arguments() = {{"kills", "-1"}};
  EXPECT_THROW(number_argument(kills), std::invalid_argument);
}

TEST(Program, ReadsTypedArguments) {
  scripted_arguments() = {{"loops", "7"}, {"message", "64KiB"}, {"work", "2Gf"}, {"window", "0s"}};
  EXPECT_EQ(count_argument(loops), 7);
  EXPECT_EQ(message_size_argument(message), Bytes(65536));
  EXPECT_EQ(work_argument(work), Flops(2e9));
  EXPECT_EQ(duration_argument(window), Seconds(0));
}

TEST(Program, TakesTheStandardWhereNothingIsGiven) {
  scripted_arguments().clear();
  EXPECT_EQ(count_argument(loops), 4);
  EXPECT_EQ(message_size_argument(message), Bytes(1024));
  EXPECT_EQ(work_argument(work), Flops(1e6));
  EXPECT_EQ(duration_argument(window), Seconds(5e-3));
}

} // namespace
} // namespace daruma::models
