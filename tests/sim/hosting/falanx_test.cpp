// Programs on the Falanx library, compiled by `daruma cc`: the paper's own as it stands, and one with other roles.
#include "tests/sim/hosting/falanx_sample.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(FalanxSample, RunsAsThePaperPrintsIt) {
  const Workbench bench;
  put_falanx(bench, falanx_sample(), "", "");
  EXPECT_THAT(output_of(bench, ""), ElementsAre("20000 results, 0 wrong"));
}

TEST(FalanxSample, SubmitsAgainWhatItsWorkersLose) {
  const Workbench bench;
  put_falanx(bench, falanx_sample("400"),
             R"({"at": "10ms", "kill": "p", "ranks": [9, 20, 3]}, {"at": "20ms", "kill": "p", "ranks": [8]})", "");
  EXPECT_THAT(output_of(bench, ""), ElementsAre("800 results, 0 wrong"));
}

/// Two clients, each with tasks of its own; groups of three with a spare, whose tasks reduce on the group's
/// communicator and on a copy of it: whoever waits in one or the other gets out when a rank dies.
constexpr const char* two_clients = R"(
#include <daruma.h>
#include <falanx_worker.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { tasks = 6 };

static void reduce(falanx_context_t* con, MPI_Comm comm) {
  MPI_Comm copy;
  char key[MAX_KEY_LENGTH];
  size_t length;
  int i, sum = 0, one = 1;
  MPI_Comm_dup(comm, &copy);
  for (i = 0; i < 10; i++) {
    daruma_compute(9.6e6);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, i % 2 == 0 ? comm : copy);
  }
  MPI_Comm_free(&copy);
  falanx_get_request_key_value(con, key, sizeof key, &length);
  length += sprintf(key + length, ":%d", sum);
  falanx_set_response_key(con, key, length);
}

static void submit_all_and_wait(falanx_context_t* con, int rank) {
  falanx_id_t id;
  char key[MAX_KEY_LENGTH], expected[32];
  size_t length;
  int i, done = 0, right = 0;
  for (i = 0; i < tasks; i++) falanx_task_submit(con, "reduce", key, sprintf(key, "%d", rank), i % 2, &id);
  sprintf(expected, "%d:3", rank);
  while (falanx_task_wait_any(con, &id) != FLX_NO_WAIT_TASK) {
    if (falanx_get_result_value(con, id, key, sizeof key, &length) == FLX_ERR_PROC_FAILED) {
      printf("lost\n");
      falanx_task_submit(con, "reduce", key, length, id.priority + 1, &id);
      continue;
    }
    done++;
    right += strcmp(key, expected) == 0;
  }
  printf("client %d: %d done, %d by three ranks\n", rank, done, right);
}

int main(int argc, char** argv) {
  falanx_layout_t layout = {2, 1, 1, 2, 3, 3, 1, NULL};
  falanx_context_t* con;
  falanx_id_t id;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  con = falanx_init(MPI_COMM_WORLD, &layout);
  falanx_register_function(con, "reduce", reduce);
  if (falanx_start(con) == FLX_SUCCESS) {
    if (falanx_task_submit(con, "divide", "", 0, 0, &id) != FLX_ERR_ARGUMENT) printf("took what is not registered\n");
    submit_all_and_wait(con, rank);
    falanx_stop(con);
  }
  falanx_finalize(con);
  MPI_Finalize();
  return 0;
}
)";

TEST(FalanxLibrary, ServesTwoClientsAndTakesGroupsOutOfCallsThatNobodyAnswers) {
  const Workbench bench;
  put_falanx(bench, two_clients, R"({"at": "15ms", "kill": "p", "ranks": [7]})", "");
  EXPECT_THAT(output_of(bench, ""),
              UnorderedElementsAre("client 0: 6 done, 6 by three ranks", "client 1: 6 done, 6 by three ranks", "lost"));
}

} // namespace
} // namespace daruma::hosting::test
