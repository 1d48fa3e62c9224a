// A tree of small named nodes that several servers keep together, and a session of it: what ZooKeeper offers.
//
// Writes are made in one order by all servers, a whole commit or nothing of it. A read is answered by the one server
// that the session is connected to and may be stale; after sync() it is not older than that call. A watch tells of the
// first change after the read that set it, and only of that one, before any later read can show the change. Ephemeral
// nodes go when their session ends: at once if it was closed, a timeout after its process was last heard of if not.
// Source: Hunt, Konar, Junqueira, Reed, ZooKeeper: Wait-free coordination for internet-scale systems (USENIX ATC 2010).
#pragma once

#include "sim/core/tree_change.hpp"
#include "sim/core/units.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models {

enum class StoreError {
  none,
  no_node,
  node_exists,
  bad_version,
  not_empty,
  no_children_for_ephemerals,
  bad_arguments,   ///< not an absolute path, or one with an empty name in it; or the root to be removed
  connection_loss, ///< a write may or may not have been made
  session_expired, ///< the session can do nothing more, its ephemeral nodes are gone
};

/// The error in words, such as "there is no such node".
std::string_view to_text(StoreError);

struct Committed {
  StoreError error = StoreError::none;
  std::size_t refused = 0;            ///< the change that was the cause, if there was an error
  std::vector<std::string> created{}; ///< the paths of what was created, in order
};

struct NodeStat {
  std::int32_t version = 0; ///< how often the data was set
  int children = 0;
  bool is_ephemeral = false;
};

struct NodeData {
  StoreError error = StoreError::none;
  std::string data{};
  NodeStat stat{};
};

/// The names of a node's children. They may live elsewhere, so that a long list costs little to pass on.
class Listing {
public:
  enum class Order { none, by_name };

  Listing() = default;
  /// `owner` keeps what the names point to.
  Listing(std::vector<std::string_view> names, Order, std::shared_ptr<const void> owner);

  std::size_t size() const { return names_.size(); }
  bool is_empty() const { return names_.empty(); }
  /// The first `count` names in the order of their bytes, or as many as there are.
  std::vector<std::string_view> first(std::size_t count) const;
  /// All names, in no particular order.
  const std::vector<std::string_view>& all() const { return names_; }

private:
  std::vector<std::string_view> names_;
  Order order_ = Order::by_name;
  std::shared_ptr<const void> owner_;
};

struct ChildList {
  StoreError error = StoreError::none;
  Listing names{};
};

enum class Watch { none, set };

struct StoreEvent {
  enum class Kind { created, removed, data_changed, children_changed, session_expired };
  Kind kind;
  std::string path; ///< of the node that was watched; none of an expired session
};

/// One client's. Closed when it is destroyed. All calls block until they are answered.
class TreeSession {
public:
  virtual ~TreeSession() = default;

  virtual Committed commit(const std::vector<Change>& changes) = 0;
  /// A watch tells when the data is set and when the node goes.
  virtual NodeData read(const std::string& path, Watch watch = Watch::none) = 0;
  /// Without the data; a watch on a node that is not there tells when it comes.
  virtual NodeData stat(const std::string& path, Watch watch = Watch::none) = 0;
  /// A watch tells when a child comes or goes, and when the node itself goes.
  virtual ChildList list(const std::string& path, Watch watch = Watch::none) = 0;
  /// Reads from here on see every write that was made before this call.
  virtual StoreError sync(const std::string& path) = 0;
  /// Blocks until a watch that was set has something to tell, at most for `patience`. After the session's end there is
  /// always one more event that says so.
  virtual std::optional<StoreEvent> next_event(Seconds patience) = 0;
};

} // namespace daruma::models
