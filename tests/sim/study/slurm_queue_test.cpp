// What Slurm's answers mean; they are as squeue and sinfo of Debian 12 give them.
#include "sim/study/slurm_queue.hpp"

#include <gmock/gmock.h>

namespace daruma::study {
namespace {

TEST(SlurmQueue, TellsWhichTasksOfAnArrayWaitAndWhy) {
  const SlurmQueue queue = read_queue("7|PD|main|Resources\n7|PD|main|ReqNodeNotAvail, UnavailableNodes:n[1-2]\n"
                                      "7|R|main|None\n70|PD|other|Priority\n7|PD|main|JobHeldAdmin\n",
                                      "7");
  EXPECT_EQ(queue.waiting, 3);
  EXPECT_EQ(queue.running, 1);
  EXPECT_EQ(queue.held, 1);
  EXPECT_EQ(queue.partition, "main");
  EXPECT_THAT(queue.reasons,
              testing::ElementsAre("JobHeldAdmin", "ReqNodeNotAvail, UnavailableNodes:n[1-2]", "Resources"));
  EXPECT_EQ(read_queue("", "7").waiting, 0);
}

TEST(SlurmQueue, NodesAreOutOfServiceTogetherOrNot) {
  EXPECT_EQ(read_outage("n1|drained|test | x\nn[2-4]|down*|Not responding\n", "main"),
            "all nodes of partition main are out of service: n1 drained (test | x), n[2-4] down* (Not responding). An "
            "administrator brings them back, once slurmd answers on them: scontrol update NodeName=n1,n[2-4] "
            "State=RESUME");
  EXPECT_EQ(read_outage("n1|drained|test\nn2|allocated|none\n", "main"), "");
  EXPECT_EQ(read_outage("n1|draining|test\nn2|mixed|none\n", "main"), "");
  EXPECT_EQ(read_outage("", "main"), "");
}

} // namespace
} // namespace daruma::study
