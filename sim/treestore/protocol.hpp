// What clients and servers say to each other, and how long it is on the network.
#pragma once

#include "sim/core/tree_store.hpp"
#include "sim/core/units.hpp"
#include "sim/treestore/environment.hpp"
#include "sim/treestore/tree.hpp"
#include "sim/treestore/watches.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace daruma::treestore {

/// One direction of a connection: what is sent arrives in the order in which it was sent, whatever its size.
/// It outlives what it sends.
class Channel {
public:
  Channel(Environment& environment, int from, int to) : environment_(environment), from_(from), to_(to) {}
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void send(Bytes, Action arrived);

private:
  void arrive(std::int64_t number, Action);

  Environment& environment_;
  int from_;
  int to_;
  std::int64_t sent_ = 0;
  std::int64_t next_ = 0;                ///< to be handed on
  std::map<std::int64_t, Action> early_; ///< arrived before their turn
};

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
/// The data and names in a reply.
Found found_in(const Reply&);

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
