// What clients and servers say to each other, and how long it is on the network.
#pragma once

#include "sim/core/units.hpp"
#include "sim/treestore/channel.hpp"
#include "sim/treestore/tree.hpp"
#include "sim/treestore/watches.hpp"

#include <string>
#include <variant>
#include <vector>

namespace daruma::treestore {

class Client;
class Server;

struct Read {
  enum class What { data, stat, children };
  What what = What::data;
  std::string path;
  models::Watch watch = models::Watch::none;
};
struct Sync {
  std::string path;
};
using Request = std::variant<Read, Sync, Transaction>;

struct Reply {
  std::variant<models::NodeData, models::ChildList, models::StoreError, models::Committed> body;
  Zxid seen = 0; ///< the last transaction that the server had made
};

/// The answer to a request that nobody answers.
Reply failure(const Request&, models::StoreError);

/// A watch that a client set and that has told nothing yet.
struct PendingWatch {
  Watches::Of of = Watches::Of::data;
  std::string path;
  bool was_there = true; ///< the node, when it was set
};

/// What anything takes besides what is in it.
inline constexpr Bytes head{64};
Bytes size_of(const Transaction&);
Bytes size_of(const Request&);
/// Of the data and names in it.
Bytes content_of(const Reply&);

/// Between a client and a server, until one of them lets go of it.
class Connection {
public:
  Connection(Client& from, Server& to, Environment& environment, int client_node, int server_node)
      : client(from), server(to), up(environment, client_node, server_node),
        down(environment, server_node, client_node) {}

  Client& client;
  Server& server;
  Channel up;
  Channel down;
  bool is_open = true;
};

} // namespace daruma::treestore
