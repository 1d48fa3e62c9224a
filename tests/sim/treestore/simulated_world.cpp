#include "tests/sim/treestore/event_loop.hpp"
#include "tests/sim/treestore/world.hpp"

namespace daruma::treestore::test {
namespace {

struct Store {
  EventLoop loop;
  Ensemble ensemble{three_servers(), loop, 1, 0};
};

Store& store() {
  static Store one;
  return one;
}

} // namespace

std::unique_ptr<models::TreeSession> open_session() {
  return std::make_unique<LoopSession>(store().loop, store().ensemble.connect(3));
}

void make_ephemeral_and_die(const std::string& path) {
  LoopSession session(store().loop, store().ensemble.connect(3));
  session.commit({CreateNode{path, "", Lifetime::ephemeral}});
  session.client().die();
}

} // namespace daruma::treestore::test
