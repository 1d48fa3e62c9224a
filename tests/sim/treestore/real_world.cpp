#include "models/port/zookeeper.hpp"
#include "tests/sim/treestore/world.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::treestore::test {

namespace {

constexpr Seconds timeout{5}; // so that a machine with other work to do keeps its sessions
constexpr const char* mortal = "DARUMA_TEST_MORTAL";

/// Before main: what this program does as the process that dies.
__attribute__((constructor)) void live_and_die() {
  const char* const path = std::getenv(mortal);
  if (!path) return;
  const auto session = open_session();
  session->commit({CreateNode{path, "", Lifetime::ephemeral}});
  std::raise(SIGKILL);
}

} // namespace

std::unique_ptr<models::TreeSession> open_session() {
  const char* const servers = std::getenv("DARUMA_ZOOKEEPER");
  if (!servers) throw std::runtime_error("DARUMA_ZOOKEEPER does not say where the servers are");
  return models::open_zookeeper_session(servers, timeout);
}

void make_ephemeral_and_die(const std::string& path) {
  const pid_t child = fork();
  if (child ==
      0) { // which has none of the other sessions' threads, so that it may do nothing but become another program
    setenv(mortal, path.c_str(), 1);
    execl("/proc/self/exe", "mortal", nullptr);
    _exit(EXIT_FAILURE);
  }
  int status = 0;
  waitpid(child, &status, 0);
}

} // namespace daruma::treestore::test
