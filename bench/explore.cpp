// How many cases exploring does: explore PROGRAM, that of the simulator. A stencil of eight ranks and ten steps, as a
// user's program and as the project's model, and all its single deaths.
#include "bench/child.hpp"
#include "sim/core/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

constexpr const char* source = R"(#include <mpi.h>
#include <mpi-ext.h>
#include <daruma.h>
static int exchange(MPI_Comm comm, double* field) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  return MPI_Sendrecv(&field[64], 1, MPI_DOUBLE, right, 0, &field[0], 1, MPI_DOUBLE, left, 0, comm,
                      MPI_STATUS_IGNORE) == MPI_SUCCESS &&
         MPI_Sendrecv(&field[1], 1, MPI_DOUBLE, left, 0, &field[65], 1, MPI_DOUBLE, right, 0, comm,
                      MPI_STATUS_IGNORE) == MPI_SUCCESS;
}
int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPIX_Comm_shrink(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  double field[66] = {0};
  for (int step = 0; step < 10;) {
    daruma_compute(1e7);
    int ok = exchange(comm, field);
    if (!ok) MPIX_Comm_revoke(comm);
    if (MPIX_Comm_agree(comm, &ok) == MPI_SUCCESS && ok) {
      ++step;
      continue;
    }
    MPI_Comm rest;
    MPIX_Comm_revoke(comm);
    MPIX_Comm_shrink(comm, &rest);
    MPI_Comm_free(&comm);
    MPI_Comm_set_errhandler(rest, MPI_ERRORS_RETURN);
    comm = rest;
  }
  MPI_Comm_free(&comm);
  return MPI_Finalize();
}
)";

constexpr const char* program = R"({"name": "program", "machine": {"use": "laptop"}, "runtime": "openmpi-5.0-ulfm",
  "jobs": [{"name": "heat", "program": "p.so", "ranks": 8}], "explore": {"answer": "any"}})";

constexpr const char* model = R"({"name": "model", "machine": {"topology": {"kind": "mesh", "dimensions": [5, 2]}},
  "runtime": "openmpi-5.0-ulfm", "explore": {"answer": "any"},
  "jobs": [{"name": "heat", "model": "spares-stencil", "ranks": 8, "spares": 2, "recovery": "spare",
            "arguments": {"grid": "4x2", "steps": 10, "message": "8KiB", "work": "1Mf"}}]})";

void measure(const std::string& simulator, const std::string& folder, const char* title, const char* scenario) {
  std::ofstream(folder + "/s.json") << scenario;
  const std::string output = folder + "/found.json";
  const auto cost =
      daruma::bench::cost_of({simulator, "explore", folder + "/s.json", "--json", "--out", folder}, output);
  nlohmann::json found;
  std::ifstream(output) >> found;
  const int cases = found.at("tried");
  std::printf("%-8s %6d cases %7.2f s of processor time %7.0f cases a second and core\n", title, cases,
              cost.processor_s, cases / cost.processor_s);
}

} // namespace

int main(int count, char** words) {
  if (count != 2) return EXIT_FAILURE;
  const daruma::TemporaryFolder folder;
  const std::string path = folder.path();
  std::ofstream(path + "/p.c") << source;
  if (std::system(("'" + std::string(words[1]) + "' cc -g " + path + "/p.c -o " + path + "/p.so").c_str()) != 0)
    return EXIT_FAILURE;
  std::printf("all single deaths of a stencil of 8 ranks and 10 steps\n");
  measure(words[1], path, "program", program);
  measure(words[1], path, "model", model);
  return EXIT_SUCCESS;
}
