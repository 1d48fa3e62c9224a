// The runner: a model's program as a process of a real MPI, started as mpirun -n 4 daruma_runner with
// DARUMA_RUN set (models/port/real/real_port.hpp). With the words "guard PROGRAM ..." it runs a user's program instead
// (models/port/real/guard.hpp); with the word "about" it says which MPI it was built for, and how programs are.
// The tree store is the ZooKeeper whose servers DARUMA_ZOOKEEPER names, as 127.0.0.1:2181,127.0.0.1:2182: a folder of
// its root that is named as the directory of the run, so that a job finds it empty.
#include "models/catalogue.hpp"
#include "models/port/real/guard.hpp"
#include "models/port/real/real_port.hpp"
#include "models/port/ulfm.hpp"
#include "models/port/zookeeper.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace models = daruma::models;

namespace {

[[maybe_unused]] constexpr daruma::Seconds session_timeout{10};

models::Entry entry_of(const std::string& model) {
  if (const models::Program* const program = models::find_program(model)) return program->entry;
  throw std::invalid_argument("job: there is no model \"" + model + "\"");
}

/// The first line of the library's own name; and whether it survives failures.
void print_about() {
  char name[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(name, &length);
  const std::string whole(name, static_cast<std::size_t>(length));
  std::printf("library=%s\nulfm=%d\n", whole.substr(0, whole.find('\n')).c_str(), models::ulfm::available ? 1 : 0);
  const auto mpi_shim = std::filesystem::read_symlink("/proc/self/exe").replace_filename(DARUMA_MPI_SHIM);
  std::printf("cxx=%s\nmpi_shim=%s\n", DARUMA_MPICXX, mpi_shim.c_str());
}

int run() {
  models::RealPort& port = models::real_port();
  try {
#ifdef DARUMA_WITH_ZOOKEEPER
    if (const char* const servers = std::getenv("DARUMA_ZOOKEEPER")) {
      const std::string folder = std::filesystem::path(std::getenv("DARUMA_RUN")).filename();
      const std::string place = std::string(servers) + "/" + folder;
      port.connect_tree([place] { return models::open_zookeeper_session(place, session_timeout); });
    }
#endif
    entry_of(port.argument("model").value_or(""))();
    port.write(models::Ended{port.now(), models::Ending::returned, 0});
    return 0;
  } catch (const std::exception& error) {
    port.write(models::Broke{port.now(), error.what()});
    throw;
  }
}

} // namespace

int main(int count, char** words) {
  try {
    if (count > 1 && std::string(words[1]) == "about") {
      print_about();
      return 0;
    }
    if (count > 2 && std::string(words[1]) == "guard")
      return models::guard(std::filesystem::read_symlink("/proc/self/exe"), {words + 2, words + count});
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "daruma_runner: %s\n", error.what());
    return 2;
  }
}
