#include "sim/treestore/tree.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace daruma::treestore {

using models::Committed;
using models::Listing;
using models::StoreError;
using models::StoreEvent;

namespace {

std::string_view name_of(const std::string& path) { return std::string_view(path).substr(path.rfind('/') + 1); }

std::string numbered(const std::string& path, std::int64_t number) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%010lld", static_cast<long long>(number));
  return path + digits;
}

bool fits(const Znode& node, std::int32_t version) { return version == any_version || version == node.version; }

} // namespace

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool is_path(std::string_view path) {
  if (path == "/") return true;
  return path.size() > 1 && path.front() == '/' && path.back() != '/' && path.find("//") == std::string_view::npos;
}

std::string_view Names::keep(std::string_view name) { return *names_.emplace(name).first; }

Tree::Tree(std::shared_ptr<Names> names) : names_(std::move(names)) { nodes_.emplace("/", Znode{}); }

const Znode* Tree::find(const std::string& path) const {
  const auto found = nodes_.find(path);
  return found == nodes_.end() ? nullptr : &found->second;
}

Listing Tree::list(const Znode& node) const { return {node.children, Listing::Order::by_name, names_}; }

void Tree::insert(const std::string& path, Znode node) {
  Znode& parent = nodes_.at(parent_of(path));
  const std::string_view name = names_->keep(name_of(path));
  parent.children.insert(std::lower_bound(parent.children.begin(), parent.children.end(), name), name);
  parent.children_bytes += name.size();
  if (node.owner != 0) ephemerals_[node.owner].insert(path);
  nodes_.emplace(path, std::move(node));
}

void Tree::erase(const std::string& path) {
  Znode& parent = nodes_.at(parent_of(path));
  const std::string_view name = name_of(path);
  parent.children.erase(std::lower_bound(parent.children.begin(), parent.children.end(), name));
  parent.children_bytes -= name.size();
  const auto node = nodes_.find(path);
  if (node->second.owner != 0) ephemerals_[node->second.owner].erase(path);
  nodes_.erase(node);
}

/// The changes of one transaction, each with what takes it back.
class Tree::Commit {
public:
  Commit(Tree& tree, Zxid zxid, SessionId session) : tree_(tree), zxid_(zxid), session_(session) {}

  StoreError make(const Change& change) {
    return std::visit([this](const auto& one) { return is_path(one.path) ? apply(one) : StoreError::bad_arguments; },
                      change);
  }
  void take_back() {
    for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) (*undo)();
  }
  std::vector<std::string> created{};
  std::vector<StoreEvent> events{};

private:
  StoreError apply(const CreateNode& create);
  StoreError apply(const RemoveNode& remove);
  StoreError apply(const SetData& set);
  StoreError apply(const CheckVersion& check) const;
  Znode& touched_parent(const std::string& path);

  Tree& tree_;
  Zxid zxid_;
  SessionId session_;
  std::vector<std::function<void()>> undo_{};
};

/// The node's parent, whose children change in this transaction.
Znode& Tree::Commit::touched_parent(const std::string& path) {
  const std::string above = parent_of(path);
  Znode& parent = tree_.nodes_.at(above);
  undo_.emplace_back([this, above, before = parent.children_changed, next = parent.next_sequential] {
    Znode& touched = tree_.nodes_.at(above);
    touched.children_changed = before;
    touched.next_sequential = next;
  });
  parent.children_changed = zxid_;
  return parent;
}

StoreError Tree::Commit::apply(const CreateNode& create) {
  if (create.path == "/") return StoreError::node_exists;
  const Znode* const above = tree_.find(parent_of(create.path));
  if (!above) return StoreError::no_node;
  if (above->owner != 0) return StoreError::no_children_for_ephemerals;
  const bool is_sequential = create.naming == Naming::sequential;
  const std::string path = is_sequential ? numbered(create.path, above->next_sequential) : create.path;
  if (tree_.find(path)) return StoreError::node_exists;
  ++touched_parent(path).next_sequential;
  Znode node;
  node.data = create.data;
  node.changed = node.children_changed = zxid_;
  if (create.lifetime == Lifetime::ephemeral) node.owner = session_;
  tree_.insert(path, std::move(node));
  undo_.emplace_back([this, path] { tree_.erase(path); });
  created.push_back(path);
  events.push_back({StoreEvent::Kind::created, path});
  events.push_back({StoreEvent::Kind::children_changed, parent_of(path)});
  return StoreError::none;
}

StoreError Tree::Commit::apply(const RemoveNode& remove) {
  if (remove.path == "/") return StoreError::bad_arguments;
  const Znode* const node = tree_.find(remove.path);
  if (!node) return StoreError::no_node;
  if (!fits(*node, remove.version)) return StoreError::bad_version;
  if (!node->children.empty()) return StoreError::not_empty;
  touched_parent(remove.path);
  undo_.emplace_back([this, path = remove.path, before = *node] { tree_.insert(path, before); });
  tree_.erase(remove.path);
  events.push_back({StoreEvent::Kind::removed, remove.path});
  events.push_back({StoreEvent::Kind::children_changed, parent_of(remove.path)});
  return StoreError::none;
}

StoreError Tree::Commit::apply(const SetData& set) {
  const auto found = tree_.nodes_.find(set.path);
  if (found == tree_.nodes_.end()) return StoreError::no_node;
  Znode& node = found->second;
  if (!fits(node, set.version)) return StoreError::bad_version;
  undo_.emplace_back([this, path = set.path, data = node.data, version = node.version, changed = node.changed] {
    Znode& touched = tree_.nodes_.at(path);
    touched.data = data;
    touched.version = version;
    touched.changed = changed;
  });
  node.data = set.data;
  ++node.version;
  node.changed = zxid_;
  events.push_back({StoreEvent::Kind::data_changed, set.path});
  return StoreError::none;
}

StoreError Tree::Commit::apply(const CheckVersion& check) const {
  const Znode* const node = tree_.find(check.path);
  if (!node) return StoreError::no_node;
  return fits(*node, check.version) ? StoreError::none : StoreError::bad_version;
}

void Tree::close(SessionId session, std::vector<StoreEvent>& events) {
  sessions_.erase(session);
  const auto owned = ephemerals_.find(session);
  if (owned == ephemerals_.end()) return;
  const std::set<std::string> paths = owned->second;
  for (const std::string& path : paths) {
    erase(path);
    nodes_.at(parent_of(path)).children_changed = last_;
    events.push_back({StoreEvent::Kind::removed, path});
    events.push_back({StoreEvent::Kind::children_changed, parent_of(path)});
  }
  ephemerals_.erase(session);
}

Committed Tree::make(Zxid zxid, const Transaction& transaction, std::vector<StoreEvent>& events) {
  last_ = zxid;
  if (transaction.kind == Transaction::Kind::open) {
    sessions_.insert(transaction.session);
    return {};
  }
  if (!has_session(transaction.session)) return {StoreError::session_expired};
  if (transaction.kind == Transaction::Kind::close) {
    close(transaction.session, events);
    return {};
  }
  Commit commit(*this, zxid, transaction.session);
  for (std::size_t i = 0; i < transaction.changes.size(); ++i) {
    const StoreError error = commit.make(transaction.changes[i]);
    if (error == StoreError::none) continue;
    commit.take_back();
    return {error, i};
  }
  events.insert(events.end(), commit.events.begin(), commit.events.end());
  return {StoreError::none, 0, std::move(commit.created)};
}

} // namespace daruma::treestore
