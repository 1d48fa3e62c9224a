// What the simulator records of MPI's own operations, recorded on a real MPI: these functions stand
// in front of the library's (the profiling interface, MPI 4.1 chapter 15.2) and tell the port.
#include "models/port/ulfm.hpp"

#include "models/port/rank.hpp"
#include "models/port/real/guard.hpp"
#include "models/port/real/real_port.hpp"

#include <cstdlib>
#include <vector>

#include <unistd.h>

namespace daruma::models {
namespace {

std::string size_change(MPI_Comm before, MPI_Comm after) {
  return std::to_string(size_of(before)) + " -> " + std::to_string(after == MPI_COMM_NULL ? 0 : size_of(after));
}

/// Numbers go by rank, launch after launch, as in the simulator. All that are started together began when the first
/// of them was up: none of them does anything before.
void join() {
  MPI_Comm parents = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parents);
  const int rank = rank_in(MPI_COMM_WORLD);
  const int count = size_of(MPI_COMM_WORLD);
  Began launch{real_port().now(), 0, 0, 0, count};
  if (rank == 0) launch.first = real_port().take_numbers(count);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); // a sibling that is gone is no reason to be ended
  if (PMPI_Bcast(&launch, sizeof launch, MPI_BYTE, 0, MPI_COMM_WORLD) != MPI_SUCCESS) _exit(EXIT_FAILURE);
  if (parents == MPI_COMM_NULL) {
    launch.first = 0; // a directory that was used before has counted before
    PMPI_Barrier(MPI_COMM_WORLD);
  }
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  launch.pid = static_cast<int>(getpid());
  launch.writer = is_guarded() ? static_cast<int>(getppid()) : launch.pid;
  real_port().join(launch, launch.first + rank);
  tell_guard_number(launch.first + rank);
}

/// What MPI is asked to start: a program that is guarded itself starts guards.
class Spawning {
public:
  Spawning(const char* command, char** arguments) : words_{command} {
    if (const auto guarded = guarded_words(command)) words_ = *guarded;
    for (char** word = arguments; word != nullptr && *word != nullptr; ++word) words_.emplace_back(*word);
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  char* command() const { return pointers_.front(); }
  char** arguments() { return pointers_.data() + 1; }

private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

} // namespace
} // namespace daruma::models

using daruma::models::real_port;

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  daruma::models::join();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  daruma::models::join();
  return code;
}

int MPI_Finalize() {
  const int code = PMPI_Finalize();
  daruma::models::tell_guard_finalized();
  return code;
}

int MPI_Abort(MPI_Comm comm, int code) {
  real_port().write(daruma::models::Aborted{real_port().now(), "MPI_Abort with code " + std::to_string(code)});
  return PMPI_Abort(comm, code);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  const daruma::Seconds begin = real_port().now();
  const int code = PMPI_Comm_split(comm, color, key, made);
  if (code == MPI_SUCCESS) real_port().span("split", begin, daruma::models::size_change(comm, *made));
  return code;
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the standard's
int MPI_Comm_spawn(const char* command, char* argv[], int count, MPI_Info info, int root, MPI_Comm comm,
                   MPI_Comm* children, int codes[]) {
  const daruma::Seconds begin = real_port().now();
  const bool is_root = daruma::models::rank_in(comm) == root; // elsewhere these arguments mean nothing
  daruma::models::Spawning spawning(is_root ? command : "", is_root ? argv : MPI_ARGV_NULL);
  const int code = PMPI_Comm_spawn(spawning.command(), spawning.arguments(), count, info, root, comm, children, codes);
  if (code == MPI_SUCCESS) real_port().span("spawn", begin, "+" + std::to_string(count));
  return code;
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the standard's
int MPI_Comm_spawn_multiple(int count, char* commands[], char** argvs[], const int sizes[], const MPI_Info infos[],
                            int root, MPI_Comm comm, MPI_Comm* children, int codes[]) {
  const daruma::Seconds begin = real_port().now();
  std::vector<daruma::models::Spawning> spawnings;
  std::vector<char*> guarded;
  std::vector<char**> arguments;
  spawnings.reserve(count);
  int processes = 0;
  if (daruma::models::rank_in(comm) == root)
    for (int i = 0; i < count; ++i) {
      spawnings.emplace_back(commands[i], argvs == MPI_ARGVS_NULL ? MPI_ARGV_NULL : argvs[i]);
      guarded.push_back(spawnings.back().command());
      arguments.push_back(spawnings.back().arguments());
      processes += sizes[i];
    }
  const int code =
      PMPI_Comm_spawn_multiple(count, guarded.data(), arguments.data(), sizes, infos, root, comm, children, codes);
  if (code == MPI_SUCCESS && processes > 0) real_port().span("spawn", begin, "+" + std::to_string(processes));
  return code;
}

// Users' programs know nothing of what introduce_all is for; models call it themselves.
int MPI_Intercomm_merge(MPI_Comm between, int high, MPI_Comm* merged) {
  const int code = PMPI_Intercomm_merge(between, high, merged);
  if (code != MPI_SUCCESS || !daruma::models::is_guarded()) return code;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  PMPI_Comm_get_errhandler(*merged, &handler);
  PMPI_Comm_set_errhandler(*merged, MPI_ERRORS_RETURN); // who has died meanwhile is found out later
  daruma::models::ulfm::introduce_all(*merged);
  PMPI_Comm_set_errhandler(*merged, handler);
  PMPI_Errhandler_free(&handler);
  return code;
}

#if FT_HAVE_ULFM

int MPIX_Comm_revoke(MPI_Comm comm) {
  int known = 0;
  MPIX_Comm_is_revoked(comm, &known);
  if (!known) real_port().note("revoke", "");
  return PMPIX_Comm_revoke(comm);
}

int MPIX_Comm_agree(MPI_Comm comm, int* flag) {
  const daruma::Seconds begin = real_port().now();
  const int code = PMPIX_Comm_agree(comm, flag);
  real_port().span("agree", begin, std::to_string(*flag));
  return code;
}

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* survivors) {
  const daruma::Seconds begin = real_port().now();
  const int code = PMPIX_Comm_shrink(comm, survivors);
  if (code == MPI_SUCCESS) real_port().span("shrink", begin, daruma::models::size_change(comm, *survivors));
  return code;
}

#endif
}
