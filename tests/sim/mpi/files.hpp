// What tests of files have in common.
#pragma once

#include "sim/core/temporary_folder.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <fstream>
#include <functional>
#include <iterator>
#include <mpi.h>
#include <string>

namespace daruma::mpi::test {

/// A program's main between MPI_Init and MPI_Finalize.
inline Simulation simulation_with_files(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = [program](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program(rank);
    MPI_Finalize();
  };
  return simulation;
}

/// A file that nobody else has.
class OwnFile {
public:
  const std::string& name() const { return name_; }
  bool exists() const { return std::ifstream(name_).good(); }
  std::string text() const {
    std::ifstream file(name_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(name_, std::ios::binary) << text; }

private:
  TemporaryFolder folder_;
  std::string name_ = (folder_.path() / "file").string();
};

constexpr int anew = MPI_MODE_CREATE | MPI_MODE_RDWR;

inline MPI_File open(const OwnFile& file, int mode = anew, MPI_Comm comm = MPI_COMM_WORLD,
                     MPI_Info info = MPI_INFO_NULL) {
  MPI_File opened = MPI_FILE_NULL;
  if (MPI_File_open(comm, file.name().c_str(), mode, info, &opened) != MPI_SUCCESS) say("not opened");
  return opened;
}

/// "MPI_ERR_AMODE", and "MPI_SUCCESS".
inline std::string name_of_error(int error) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(error, text, &length);
  const std::string all = text;
  return all.substr(0, all.find(':'));
}

} // namespace daruma::mpi::test
