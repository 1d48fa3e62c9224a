// Threads of a rank in MPI: what is granted, who waits for what, and that they end with their process.
#include "sim/mpi/process/threads.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

#include <string>

namespace daruma::mpi::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Simulation simulation_of(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.profile = profile_with(Watch::perfect);
  simulation.program = program;
  return simulation;
}

Outcome run(int processes, const std::function<void(int)>& program) {
  Outcome outcome = simulate(simulation_of(processes, program));
  EXPECT_FALSE(outcome.crashed);
  return outcome;
}

int init(int level) {
  int provided = -1;
  MPI_Init_thread(nullptr, nullptr, level, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return provided;
}

constexpr int its_end = 99; // the tag of the message by which a thread tells of it

void begin(const std::function<void()>& code) {
  start_thread(
      [code] {
        code();
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Send(nullptr, 0, MPI_INT, rank, its_end, MPI_COMM_WORLD);
      },
      0);
}

void rest() {
  const OutsideMpi outside;
  rest_for(0.001);
}

void await_ends(int rank, int count) {
  for (int i = 0; i < count; ++i) MPI_Recv(nullptr, 0, MPI_INT, rank, its_end, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

std::string text_of(MPI_Info info) {
  char text[64] = "";
  int flag = 0;
  MPI_Info_get(info, "thread_level", 63, text, &flag);
  MPI_Info_free(&info);
  return text;
}

TEST(MpiThreads, AreGrantedWhatIsAskedFor) {
  for (const int level : {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE}) {
    const Outcome outcome = run(1, [level](int) {
      int query = -1;
      const int provided = init(level);
      MPI_Query_thread(&query);
      MPI_Info info = MPI_INFO_NULL;
      MPI_Info_create_env(0, nullptr, &info);
      say(std::to_string(provided - level) + " " + std::to_string(query - level) + " " + text_of(info));
      MPI_Finalize();
    });
    EXPECT_THAT(outcome.said_by(0), ElementsAre("0 0 " + name_of(static_cast<ThreadLevel>(level))));
  }
}

TEST(MpiThreads, OfSessionsAreAskedForByTheirInfo) {
  const Outcome outcome = run(1, [](int) {
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Info wanted = MPI_INFO_NULL;
    MPI_Info granted = MPI_INFO_NULL;
    MPI_Info_create(&wanted);
    MPI_Info_set(wanted, "thread_level", "MPI_THREAD_SERIALIZED");
    MPI_Session_init(wanted, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_info(session, &granted);
    say(text_of(granted));
    MPI_Info_free(&wanted);
    MPI_Session_finalize(&session);
    int provided = -1;
    MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    say(provided == MPI_THREAD_MULTIPLE ? "all" : "fewer");
    MPI_T_finalize();
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("MPI_THREAD_SERIALIZED", "all"));
}

TEST(MpiThreads, KnowTheMainOne) {
  const Outcome outcome = run(1, [](int) {
    init(MPI_THREAD_MULTIPLE);
    const auto tell = [] {
      int flag = -1;
      MPI_Is_thread_main(&flag);
      say(std::to_string(flag));
    };
    begin(tell);
    await_ends(0, 1);
    tell();
    MPI_Finalize();
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("0", "1"));
}

/// Each of two threads probes, receives and completes what is meant for it, and has a collective of its own.
TEST(MpiThreads, WaitInMpiSideBySide) {
  const Outcome outcome = run(2, [](int rank) {
    init(MPI_THREAD_MULTIPLE);
    MPI_Comm comms[2];
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int me = 0; me < 2; ++me)
      begin([rank, me, comm = comms[me]] {
        int number = 10 * rank + me;
        int got = -1;
        int sum = 0;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(&number, 1, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, &request);
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Mprobe(1 - rank, me, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (me == 0) rest_for(0.001 * (1 + rank));
        MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, comm);
        if (rank == 0) say(std::to_string(me) + ": " + std::to_string(sum));
      });
    await_ends(rank, 2);
    MPI_Finalize();
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1: 12", "0: 10"));
}

TEST(MpiThreads, CompleteAccessesOfOneWindow) {
  const Outcome outcome = run(2, [](int rank) {
    init(MPI_THREAD_MULTIPLE);
    int* memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    for (int me = 0; me < 2; ++me)
      begin([rank, me, window] {
        int value = 10 * rank + me;
        for (int i = 0; i < 3; ++i) {
          MPI_Put(&value, 1, MPI_INT, 0, 2 * rank + me, 1, MPI_INT, window);
          MPI_Win_flush(0, window);
        }
      });
    await_ends(rank, 2);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) say(std::to_string(memory[1]) + " " + std::to_string(memory[2]) + " " + std::to_string(memory[3]));
    MPI_Win_free(&window);
    MPI_Finalize();
  });
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1 10 11"));
}

std::function<void(int)> meeting(int level) {
  return [level](int) {
    init(level);
    begin([] { MPI_Recv(nullptr, 0, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    rest();
    MPI_Send(nullptr, 0, MPI_INT, 0, 5, MPI_COMM_WORLD);
    await_ends(0, 1);
    MPI_Finalize();
  };
}

TEST(MpiThreads, MayNotMeetInMpiWithoutLeave) {
  EXPECT_THAT(run(1, meeting(MPI_THREAD_MULTIPLE)).told, Contains("returned 0"));
  EXPECT_THAT(
      run(1, meeting(MPI_THREAD_SERIALIZED)).told,
      Contains(HasSubstr("rank 0 (process 0) in MPI_Send at simulation.c:10: the main thread calls it while thread "
                         "1 is in MPI_Recv, and MPI_THREAD_SERIALIZED is what MPI_Init_thread has granted")));
}

TEST(MpiThreads, ButTheMainOneAreToldThatTheyMayNotCall) {
  const auto program = [](int level) {
    return [level](int) {
      init(level);
      begin([] { MPI_Send(nullptr, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); });
      rest();
      await_ends(0, 1);
      MPI_Finalize();
    };
  };
  EXPECT_THAT(run(1, program(MPI_THREAD_SERIALIZED)).told, testing::Not(Contains(HasSubstr("warned"))));
  EXPECT_THAT(run(1, program(MPI_THREAD_FUNNELED)).told,
              Contains(HasSubstr("MPI_Send at simulation.c:10: thread 1 calls it, and MPI_THREAD_FUNNELED, which is "
                                 "granted, allows calls of the main thread alone")));
}

/// The other process hears of it by its own waiting threads.
TEST(MpiThreads, DieWithTheirProcess) {
  for (const bool by_node : {false, true}) {
    Simulation simulation = simulation_of(2, [](int rank) {
      init(MPI_THREAD_MULTIPLE);
      for (int me = 0; me < 3; ++me)
        begin([rank, me] {
          const int error = MPI_Recv(nullptr, 0, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          say(error == MPIX_ERR_PROC_FAILED ? "heard" : "lost");
        });
      await_ends(rank, 3);
      MPI_Finalize();
    });
    (by_node ? simulation.nodes_off : simulation.kills).emplace(0.01, 0);
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.crashed);
    EXPECT_THAT(outcome.said_by(0), IsEmpty());
    EXPECT_THAT(outcome.said_by(1), ElementsAre("heard", "heard", "heard"));
  }
}

TEST(MpiThreads, ThatWaitForEverAreTold) {
  const Outcome outcome = run(1, [](int) {
    init(MPI_THREAD_MULTIPLE);
    begin([] { MPI_Recv(nullptr, 0, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    await_ends(0, 1);
  });
  EXPECT_TRUE(outcome.stood_still);
  EXPECT_THAT(outcome.waits, Contains(HasSubstr(", thread 1 in MPI_Recv")));
}

} // namespace
} // namespace daruma::mpi::test
