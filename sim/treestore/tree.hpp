// The store's contents, as every server holds them: a machine that goes from state to state by transactions.
//
// Servers that make the same transactions in the same order are in the same state; that is all that replication needs.
// Semantics are ZooKeeper's: paths, versions, ephemeral and sequential nodes, commits of several changes.
#pragma once

#include "models/port/tree_store.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace daruma::treestore {

using Zxid = std::int64_t; ///< numbers the transactions
using SessionId = std::int64_t;

/// What is written: a session's changes, its beginning, its end.
struct Transaction {
  enum class Kind { open, change, close };
  Kind kind = Kind::change;
  SessionId session = 0;
  std::vector<Change> changes{};
};

/// Names that are never forgotten, so that views of them stay good; shared by the servers.
class Names {
public:
  std::string_view keep(std::string_view name);

private:
  std::unordered_set<std::string> names_; ///< looked up only
};

struct Znode {
  std::string data;
  std::int32_t version = 0;
  Zxid changed = 0; ///< when the data was set
  Zxid children_changed = 0;
  SessionId owner = 0; ///< of an ephemeral node
  std::int64_t next_sequential = 0;
  std::vector<std::string_view> children{}; ///< by name
  std::size_t children_bytes = 0;           ///< of all their names
};

class Tree {
public:
  explicit Tree(std::shared_ptr<Names> names);

  /// Makes the transaction or nothing of it. What watches may tell of it is added to `events`.
  models::Committed make(Zxid, const Transaction&, std::vector<models::StoreEvent>& events);

  /// Null if there is none.
  const Znode* find(const std::string& path) const;
  models::Listing list(const Znode&) const;
  bool has_session(SessionId session) const { return sessions_.count(session) != 0; }
  Zxid last() const { return last_; }

private:
  class Commit;
  void close(SessionId, std::vector<models::StoreEvent>&);
  void insert(const std::string& path, Znode);
  void erase(const std::string& path);

  std::shared_ptr<Names> names_;
  std::unordered_map<std::string, Znode> nodes_; ///< by path, looked up only
  std::set<SessionId> sessions_;
  std::map<SessionId, std::set<std::string>> ephemerals_;
  Zxid last_ = 0;
};

/// "/a" of "/a/b", "/" of "/a".
std::string parent_of(const std::string& path);
bool is_path(std::string_view path);

} // namespace daruma::treestore
