#include "sim/explore/failing.hpp"
#include "tests/sim/explore/moments.hpp"

#include <gmock/gmock.h>

namespace daruma::explore::test {
namespace {

Tried tried(const Case& faults, Verdict verdict, const std::string& why, bool is_promised = true) {
  Outcome outcome;
  outcome.finding = {verdict, why, static_cast<int>(faults.size()), is_promised};
  return {{faults, {}, false}, outcome};
}

TEST(Failing, AreToldApartByVerdictAndReasonButForNumbers) {
  EXPECT_EQ(kind_of(Verdict::hang, "deadlock at 1.5s: x\n  j: rank 1 in MPI_Recv at p.c:42\n  j: rank 2"),
            kind_of(Verdict::hang, "deadlock at 2.75s: x\n  j: rank 12 in MPI_Recv at p.c:42"));
  EXPECT_NE(kind_of(Verdict::hang, "deadlock\n  j: rank 1 in MPI_Recv at p.c:42"),
            kind_of(Verdict::hang, "deadlock\n  j: rank 1 in MPI_Recv at p.c:43"));
  EXPECT_NE(kind_of(Verdict::hang, "x"), kind_of(Verdict::crash, "x"));
}

TEST(Failing, HasTheShortestOfItsCasesAndThoseThatFailMostFirst) {
  const Fault late{moment(0, "MPI_Send", 9)};
  const Fault early{moment(1, "MPI_Send", 2)};
  const auto all = failing_in({tried({late}, Verdict::hang, "rank 1"), tried({early, late}, Verdict::hang, "rank 2"),
                               tried({early}, Verdict::hang, "rank 3"), tried({early}, Verdict::crash, "x"),
                               tried({early}, Verdict::recovers, ""), tried({late}, Verdict::gives_up, "y", false)});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].verdict, Verdict::hang);
  EXPECT_THAT(all[0].cases, testing::ElementsAre(0, 1, 2));
  EXPECT_EQ(key_of(all[0].faults), key_of({early}));
  EXPECT_EQ(all[0].why, "rank 3");
  EXPECT_EQ(all[1].verdict, Verdict::crash);
}

TEST(Failing, LeavesOutWhatThereWasNoTimeFor) {
  EXPECT_TRUE(failing_in({{{{{moment(0, "MPI_Send")}}, {}, false}, std::nullopt}}).empty());
}

} // namespace
} // namespace daruma::explore::test
