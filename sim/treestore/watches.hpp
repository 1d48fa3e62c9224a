// Which clients want to be told of what, once: the watches of one server.
#pragma once

#include "models/port/tree_store.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace daruma::treestore {

class Connection;

/// Told by data watches: a node's coming and going and its data. By child watches: its children and its going.
class Watches {
public:
  enum class Of { data, children };

  void set(Of, const std::string& path, Connection& who);
  /// Those to be told of the event, in the order in which they asked; they are not told again.
  std::vector<Connection*> take(const models::StoreEvent&);
  void forget(const Connection& who);

private:
  using Table = std::unordered_map<std::string, std::vector<Connection*>>; ///< looked up only
  static void take(Table&, const std::string& path, std::vector<Connection*>& told);

  Table data_;
  Table children_;
};

} // namespace daruma::treestore
