// Statements are read as they are meant, and a difference is seen.
#include "tests/both_worlds/statement.hpp"

#include <gmock/gmock.h>

namespace daruma::both_worlds {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string source = R"(/* What it is about: nothing.

   ranks 3
   0, 1: receive PROC_FAILED
   1: barrier SUCCESS | barrier REVOKED | openmpi: barrier another error
   2 dies: SIGKILL
   may need a second run: it is moody */
int main() {})";

std::map<int, Observed> as_stated() {
  return {{0, {{"receive PROC_FAILED"}, ""}},
          {1, {{"receive PROC_FAILED", "barrier REVOKED"}, ""}},
          {2, {{}, "SIGKILL (Killed) at p.c:3"}}};
}

TEST(Statement, IsReadFromTheHeadOfAProgram) {
  const Statement statement = read_statement(source);
  EXPECT_EQ(statement.ranks, 3);
  EXPECT_EQ(statement.lines.at(0).size(), 1U);
  EXPECT_THAT(statement.lines.at(1).at(1).legal, ElementsAre("barrier SUCCESS", "barrier REVOKED"));
  EXPECT_THAT(statement.lines.at(1).at(1).legal_on_open_mpi, ElementsAre("barrier another error"));
  EXPECT_EQ(statement.deaths.at(2), "SIGKILL");
  EXPECT_EQ(statement.reason_for_second_run, "it is moody");
}

TEST(Statement, ThatCannotBeReadIsQuoted) {
  EXPECT_THROW(read_statement("/* nothing */"), std::runtime_error);
  EXPECT_THROW(read_statement("/* ranks 3\n everybody: barrier SUCCESS */"), std::runtime_error);
}

TEST(Differences, ThereAreNoneWhereAllIsAsStated) {
  EXPECT_THAT(differences(read_statement(source), as_stated(), World::simulated), IsEmpty());
}

TEST(Differences, OfEveryKindAreSeen) {
  auto observed = as_stated();
  observed[0].lines = {"receive SUCCESS", "and more"};
  observed[1].lines.pop_back();
  observed[2].death = "SIGSEGV (Segmentation fault)";
  observed[3].death = "killed";
  EXPECT_THAT(differences(read_statement(source), observed, World::simulated),
              ElementsAre("process 0 printed \"receive SUCCESS\"; legal is \"receive PROC_FAILED\"",
                          "process 0 printed \"and more\", of which nothing is stated",
                          "process 1 did not print \"barrier SUCCESS | barrier REVOKED\"",
                          "process 2 should have died of SIGKILL, not of SIGSEGV (Segmentation fault)",
                          "process 3 died of killed, which is not stated"));
}

TEST(Differences, WhatOnlyOpenMpiMayDoIsNoneThere) {
  auto observed = as_stated();
  observed[1].lines[1] = "barrier another error";
  EXPECT_THAT(differences(read_statement(source), observed, World::open_mpi), IsEmpty());
  EXPECT_THAT(differences(read_statement(source), observed, World::simulated), testing::SizeIs(1));
}

} // namespace
} // namespace daruma::both_worlds
