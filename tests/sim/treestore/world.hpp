// Where the suite of session_test.cpp runs: linked with the simulated store or with real servers.
#pragma once

#include "models/port/tree_store.hpp"

#include <memory>
#include <string>

namespace daruma::treestore::test {

/// A new session of the store that all tests of this process share.
std::unique_ptr<models::TreeSession> open_session();
/// A process of its own makes an ephemeral node and dies.
void make_ephemeral_and_die(const std::string& path);

} // namespace daruma::treestore::test
