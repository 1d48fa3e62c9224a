// The engine's own duties, seen by small programs of the test: checkpoints and what they cost, placement,
// standstill, programs that break.
#include "sim/run/simulated/checkpoint_registry.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <mpi.h>

namespace daruma::run::test {
namespace {

using models::port;
using scenario::CheckpointPlace;
using testing::AllOf;
using testing::HasSubstr;

/// What the programs of this file printed, one line each, with the process's number.
std::string printed(const results::Result& result) {
  std::string text;
  for (const results::Event& event : result.events)
    if (event.kind == "print") text += std::to_string(event.process) + ": " + event.text + "\n";
  return text;
}

std::string output_of(scenario::Scenario scenario, models::Entry entry) {
  for (auto& job : scenario.jobs) job.model = "program";
  return simulate_apart(scenario, {{"program", entry, {}}}, printed);
}

void print_since(Seconds begin, const std::string& what) {
  const auto nanoseconds = std::llround((port().now() - begin).count() * 1e9);
  port().print(what + " " + std::to_string(nanoseconds) + " ns");
}

std::vector<std::byte> state(unsigned char content) { return {std::byte{content}}; }

void load_and_print(int owner, std::int64_t at_most = 100) {
  const Seconds begin = port().now();
  const auto stored = port().checkpoints().load(owner, at_most);
  print_since(begin, stored ? "version " + std::to_string(stored->version) : "nothing");
}

/// Ranks on nodes of their own; a checkpoint takes 100 us to copy in memory, 82 us between nodes, 1 ms on the file
/// system, where it goes through a link of a node, too.
scenario::Scenario with_checkpoints(int ranks, CheckpointPlace place) {
  scenario::Scenario scenario = one_job("program", ranks);
  scenario.jobs.front().placement = scenario::Placement::round_robin;
  scenario.jobs.front().checkpoint = scenario::Checkpoint{1, Bytes(1e6), place};
  return scenario;
}

// --- Checkpoints

void save_and_load() {
  MPI_Init(nullptr, nullptr);
  const int rank = port().process_id();
  if (rank == 0) {
    const Seconds begin = port().now();
    port().checkpoints().save(0, 1, state(1), 1);
    print_since(begin, "saved in");
    load_and_print(0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) load_and_print(0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) load_and_print(0);
  MPI_Barrier(MPI_COMM_WORLD); // who has left holds nothing any more
  MPI_Finalize();
}

TEST(Checkpoint, InLocalMemoryCostsACopyAndIsFetchedFromItsNode) {
  EXPECT_EQ(output_of(with_checkpoints(3, CheckpointPlace::local_memory), save_and_load),
            "0: saved in 100000 ns\n0: version 1 100000 ns\n1: version 1 82000 ns\n2: version 1 82000 ns\n");
}

TEST(Checkpoint, InPartnerMemoryCostsATransferMore) {
  EXPECT_EQ(output_of(with_checkpoints(3, CheckpointPlace::partner_memory), save_and_load),
            "0: saved in 182000 ns\n0: version 1 100000 ns\n1: version 1 100000 ns\n2: version 1 82000 ns\n");
}

void all_save() {
  MPI_Init(nullptr, nullptr);
  const Seconds begin = port().now();
  port().checkpoints().save(port().process_id(), 1, state(1), 0);
  print_since(begin, "saved in");
  MPI_Finalize();
}

TEST(Checkpoint, OnTheFileSystemSharesItsBandwidth) {
  for (const int ranks : {1, 2, 4}) {
    const std::string told = output_of(with_checkpoints(ranks, CheckpointPlace::file_system), all_save);
    const auto at = told.find("saved in ");
    ASSERT_NE(at, std::string::npos) << told;
    EXPECT_NEAR(std::stod(told.substr(at + 9)), ranks * 1e6, 1e4) << "1 MB at 1 GB/s each, and latencies";
  }
}

void lose_some() {
  MPI_Init(nullptr, nullptr);
  const int rank = port().process_id();
  if (rank < 2) port().checkpoints().save(rank, 7, state(1), 3);
  if (rank != 2) {
    port().sleep(Seconds(10));
  } else {
    port().sleep(Seconds(1.5)); // 0 died at 1
    load_and_print(0);
    port().sleep(Seconds(1)); // 3 died at 2
    load_and_print(0);
    load_and_print(1);
  }
  MPI_Finalize();
}

TEST(Checkpoint, IsLostWithItsLastHolder) {
  scenario::Scenario scenario = with_checkpoints(4, CheckpointPlace::partner_memory);
  at(scenario, 1, scenario::KillRanks{"q", {0}});
  at(scenario, 2, scenario::KillRanks{"q", {2}}); // process 3 is rank 2 by then
  EXPECT_EQ(output_of(scenario, lose_some), "2: version 7 82000 ns\n2: nothing 0 ns\n2: version 7 82000 ns\n");
}

void save_to_the_dead() {
  MPI_Init(nullptr, nullptr);
  const int rank = port().process_id();
  if (rank == 1) port().sleep(Seconds(10));
  port().sleep(Seconds(1));
  if (rank == 0) {
    port().checkpoints().save(0, 1, state(1), 1);
    port().sleep(Seconds(10));
  }
  port().sleep(Seconds(2));
  load_and_print(0);
  MPI_Finalize();
}

TEST(Checkpoint, IsNotInTheMemoryOfAPartnerWhoIsDead) {
  for (const double death : {0.5, 1.00004, 1.00015}) { // before, in the transfer, while it is copied
    for (const bool node_too : {false, true}) {
      scenario::Scenario scenario = with_checkpoints(3, CheckpointPlace::partner_memory);
      at(scenario, death, scenario::KillRanks{"q", {1}});
      at(scenario, 2, scenario::KillRanks{"q", {0}});
      if (node_too) at(scenario, 2.5, scenario::NodeOff{1});
      EXPECT_EQ(output_of(scenario, save_to_the_dead), "2: nothing 0 ns\n") << "partner dies at " << death;
    }
  }
}

TEST(CheckpointRegistry, KeepsTheTwoNewestAndPrefersTheReadersOwn) {
  CheckpointRegistry registry;
  for (int holder = 0; holder < 3; ++holder) registry.admit(holder);
  int holder = -9;
  for (const int version : {1, 2, 3}) registry.enter(5, {version, state(1)}, {0, 1});
  EXPECT_EQ(registry.find(5, 1, 0, holder), nullptr);
  ASSERT_NE(registry.find(5, 2, 1, holder), nullptr);
  EXPECT_EQ(holder, 1);
  EXPECT_EQ(registry.find(5, 9, 2, holder)->version, 3);
  EXPECT_EQ(holder, 0);
  registry.enter(5, {2, state(2)}, {2}); // a rollback: what came after is void
  EXPECT_EQ(registry.find(5, 9, 0, holder)->version, 2);
  EXPECT_EQ(holder, 2);
  registry.lose(2);
  EXPECT_EQ(registry.find(5, 9, 0, holder), nullptr);
  EXPECT_EQ(registry.find(6, 9, 0, holder), nullptr);
}

TEST(CheckpointRegistry, LosesWithAHolderWhatItHeldAndNothingElse) {
  CheckpointRegistry registry;
  for (const int holder : {0, 1}) registry.admit(holder);
  int holder = -9;
  registry.enter(0, {1, state(1)}, {0});
  registry.enter(1, {1, state(1)}, {1, 0});
  registry.enter(2, {1, state(1)}, {CheckpointRegistry::file_system});
  registry.lose(0);
  EXPECT_EQ(registry.find(0, 9, 1, holder), nullptr);
  ASSERT_NE(registry.find(1, 9, 0, holder), nullptr);
  EXPECT_EQ(holder, 1);
  EXPECT_NE(registry.find(2, 9, 0, holder), nullptr);
  registry.enter(2, {2, state(2)}, {0}); // it ended while the version was being saved
  EXPECT_EQ(registry.find(2, 9, 0, holder)->version, 1);
}

TEST(CheckpointRegistry, CountsWhatCopiesTakeOfAProcesssMemory) {
  CheckpointRegistry registry;
  for (const int holder : {0, 1, 2}) registry.admit(holder);
  registry.enter(0, {1, state(1), Bytes(10)}, {0, 1});
  registry.enter(1, {1, state(1), Bytes(5)}, {1, 2});
  EXPECT_EQ(registry.most_held(), Bytes(15));
  registry.enter(2, {1, state(1), Bytes(100)}, {CheckpointRegistry::file_system});
  EXPECT_EQ(registry.most_held(), Bytes(15));
  for (const int version : {2, 3, 4}) registry.enter(0, {version, state(1), Bytes(10)}, {0, 1});
  EXPECT_EQ(registry.most_held(), Bytes(25)) << "two versions of one, and one of the other";
  registry.lose(1);
  registry.enter(0, {3, state(1), Bytes(26)}, {0}); // in the place of both, after a rollback
  EXPECT_EQ(registry.most_held(), Bytes(26));
}

// --- Placement

void say_node() {
  MPI_Init(nullptr, nullptr);
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Get_processor_name(name, &length);
  port().print(name);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}

/// At the instant at which they start, before they have done anything.
TEST(Death, OfProcessesThatHaveNotBegunIsOne) {
  scenario::Scenario scenario = one_job("program", 3);
  scenario.jobs.front().start = Seconds(1);
  at(scenario, 1, scenario::KillRanks{"q", {0, 1, 2}});
  const auto greet = [] {
    MPI_Init(nullptr, nullptr);
    port().print("here");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
  };
  EXPECT_EQ(simulate_apart(scenario, {{"program", greet, {}}},
                           [](const results::Result& result) {
                             return std::to_string(result.jobs[0].deaths) + " " + result.jobs[0].reason +
                                    printed(result);
                           }),
            "3 all its processes died");
}

TEST(Events, ThatNeverComeAreTold) {
  scenario::Scenario scenario = one_job("program", 2);
  at(scenario, 1, scenario::KillRanks{"q", {1}});
  at(scenario, 9, scenario::KillRanks{"q", {0}});
  const auto rest = [] {
    MPI_Init(nullptr, nullptr);
    port().sleep(Seconds(2));
    MPI_Finalize();
  };
  EXPECT_EQ(simulate_apart(scenario, {{"program", rest, {}}},
                           [](const results::Result& result) {
                             std::string text;
                             for (const std::string& sentence : result.never_due) text += sentence + "\n";
                             return text;
                           }),
            "events/1 at 9 s was never due: the run ended at 2 s\n");
}

TEST(Placement, FillsNodesOrDealsRanksOut) {
  scenario::Scenario scenario = one_job("program", 5);
  scenario.machine.cores = 2;
  EXPECT_EQ(output_of(scenario, say_node), "0: node-0\n1: node-0\n2: node-1\n3: node-1\n4: node-2\n");
  scenario.jobs.front().placement = scenario::Placement::round_robin;
  EXPECT_EQ(output_of(scenario, say_node), "0: node-0\n1: node-1\n2: node-2\n3: node-3\n4: node-0\n");
}

TEST(Placement, AJobThatDoesNotFitIsNotStarted) {
  scenario::Scenario scenario = one_job("program", 8);
  scenario.machine.cores = 2;
  scenario.jobs.push_back(scenario.jobs.front());
  scenario.jobs.back().name = "late";
  scenario.jobs.back().start = Seconds(1e-7); // the first one's barrier is not over
  const std::string told = simulate_apart(scenario, {{"program", say_node, {}}},
                                          [](const results::Result& result) { return result.jobs[1].reason; });
  EXPECT_EQ(told, "it needs 8 cores, and so many are not free");
}

// --- What goes wrong

/// Asks for what all work out alike, which somebody does, and for something that is another for everybody.
void work_out_alike() {
  MPI_Init(nullptr, nullptr);
  const std::string own = std::to_string(port().process_id());
  for (const char* const round : {"first", "second"}) {
    auto shared = port().alike<std::string>("shared", [&] { return round + (" by " + own); });
    const auto another = port().alike<std::string>("of " + own, [&] { return own; });
    MPI_Barrier(MPI_COMM_WORLD);
    port().print(*shared + " and " + *another);
    shared.reset();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}

TEST(Sharing, HoldsOnceWhatAllWorkOutAlikeAsLongAsSomebodyHoldsIt) {
  const std::string lines = output_of(one_job("program", 3), work_out_alike);
  for (const char* const line : {"0: first by 0 and 0\n", "1: first by 0 and 1\n", "2: first by 0 and 2\n"})
    EXPECT_THAT(lines, HasSubstr(line));
  const std::size_t second = lines.find("second by ");
  ASSERT_NE(second, std::string::npos) << lines;
  const std::string maker = lines.substr(second, std::string("second by 0").size());
  for (const char* const own : {"0", "1", "2"})
    EXPECT_THAT(lines, HasSubstr(own + (": " + maker) + " and " + own + "\n"));
}

void wait_in_a_circle() {
  MPI_Init(nullptr, nullptr);
  int rank = 0;
  char byte = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 2) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(&byte, 1, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

TEST(Standstill, SaysWhoWaitsForWhom) {
  EXPECT_THAT(output_of(one_job("program", 3), wait_in_a_circle),
              AllOf(HasSubstr("error: deadlock"), HasSubstr("rank 0 (process 0) in MPI_Recv waits for rank 1"),
                    HasSubstr("rank 1 (process 1) in MPI_Recv waits for rank 0"),
                    HasSubstr("rank 2 (process 2) in MPI_Barrier waits for")));
}

void throw_something() { throw std::runtime_error("the model has a bug"); }

TEST(Breakdown, OfAModelEndsTheSimulation) {
  EXPECT_THAT(output_of(one_job("program", 2), throw_something),
              AllOf(HasSubstr("error: q: process 0 stopped with an error: the model has a bug")));
}

void meet_after_the_end() {
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(Breakdown, OfMpiByMisuseEndsTheSimulation) {
  EXPECT_THAT(output_of(one_job("program", 2), meet_after_the_end),
              HasSubstr("error: q: rank 0 (process 0) in MPI_Barrier: is called after MPI_Finalize"));
}

void return_without_finalize() { MPI_Init(nullptr, nullptr); }

TEST(Breakdown, LeavingWithoutFinalizeIsADeath) {
  scenario::Scenario scenario = one_job("program", 2);
  const std::string told =
      simulate_apart(scenario, {{"program", return_without_finalize, {}}}, [](const results::Result& result) {
        return std::to_string(result.jobs[0].deaths) + " " + std::to_string(result.jobs[0].finished);
      });
  EXPECT_EQ(told, "2 0");
}

void send_to_nobody() {
  MPI_Init(nullptr, nullptr);
  MPI_Send(nullptr, 0, MPI_CHAR, 99, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

TEST(Rerun, IsNotMadeOfAJobThatFailedWithoutBeingStruck) {
  const auto scenario = one_job("program", 2, scenario::RecoveryStyle::rerun);
  const std::string told =
      simulate_apart(scenario, {{"program", send_to_nobody, {}}}, [](const results::Result& result) {
        return std::to_string(result.jobs[0].reruns) + " " + result.jobs[0].reason;
      });
  EXPECT_EQ(told, "0 process 1: MPI_Send under MPI_ERRORS_ARE_FATAL: MPI_ERR_RANK: invalid rank");
}

} // namespace
} // namespace daruma::run::test
