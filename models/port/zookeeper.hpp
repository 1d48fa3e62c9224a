// The tree store for real: ZooKeeper, through its C client, which keeps the connection and tries servers in turn.
#pragma once

#include "models/port/tree_store.hpp"

namespace daruma::models {

/// `servers` as in "127.0.0.1:2181,127.0.0.1:2182", and "/folder" after them if all of the session is to be below a
/// folder of the root, which is made where it is missing. Connects in the background.
std::unique_ptr<TreeSession> open_zookeeper_session(const std::string& servers, Seconds timeout);

} // namespace daruma::models
