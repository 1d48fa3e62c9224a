// The tree against a plain map under random transactions, and what a failed commit leaves behind: nothing.
#include "sim/core/random_stream.hpp"
#include "sim/treestore/tree.hpp"

#include <gtest/gtest.h>

namespace daruma::treestore {
namespace {

using namespace models;

/// What every path holds, and nothing clever.
struct Plain {
  std::map<std::string, std::pair<std::string, int>> nodes{{"/", {"", 0}}};

  bool has_children(const std::string& path) const {
    const auto next = nodes.upper_bound(path + "/");
    return next != nodes.end() && next->first.compare(0, path.size() + 1, path + "/") == 0;
  }
  StoreError make(const Change& change) {
    if (const auto* const create = std::get_if<CreateNode>(&change)) {
      if (nodes.count(parent_of(create->path)) == 0) return StoreError::no_node;
      return nodes.emplace(create->path, std::pair(create->data, 0)).second ? StoreError::none
                                                                            : StoreError::node_exists;
    }
    if (const auto* const remove = std::get_if<RemoveNode>(&change)) {
      const auto found = nodes.find(remove->path);
      if (found == nodes.end()) return StoreError::no_node;
      if (remove->version != any_version && remove->version != found->second.second) return StoreError::bad_version;
      if (has_children(remove->path)) return StoreError::not_empty;
      nodes.erase(found);
      return StoreError::none;
    }
    const auto& set = std::get<SetData>(change);
    const auto found = nodes.find(set.path);
    if (found == nodes.end()) return StoreError::no_node;
    if (set.version != any_version && set.version != found->second.second) return StoreError::bad_version;
    found->second = {set.data, found->second.second + 1};
    return StoreError::none;
  }
  /// Makes all changes or none.
  std::pair<StoreError, std::size_t> make(const std::vector<Change>& changes) {
    Plain trial = *this;
    for (std::size_t i = 0; i < changes.size(); ++i)
      if (const StoreError error = trial.make(changes[i]); error != StoreError::none) return {error, i};
    *this = trial;
    return {StoreError::none, 0};
  }
};

std::string some_path(RandomStream& random) {
  std::string path;
  for (std::uint64_t depth = 1 + random.below(3); depth > 0; --depth)
    path += "/" + std::string(1, char('a' + random.below(3)));
  return path;
}

Change some_change(RandomStream& random) {
  const std::string path = some_path(random);
  const int version = random.below(4) == 0 ? static_cast<int>(random.below(3)) : any_version;
  switch (random.below(3)) {
  case 0:
    return CreateNode{path, std::to_string(random.below(100))};
  case 1:
    return RemoveNode{path, version};
  default:
    return SetData{path, std::to_string(random.below(100)), version};
  }
}

void expect_same(const Tree& tree, const Plain& plain) {
  for (const auto& [path, content] : plain.nodes) {
    const Znode* const node = tree.find(path);
    ASSERT_TRUE(node) << path;
    EXPECT_EQ(node->data, content.first) << path;
    EXPECT_EQ(node->version, content.second) << path;
    std::vector<std::string_view> children;
    std::size_t bytes = 0;
    for (const auto& [other, ignored] : plain.nodes)
      if (other != "/" && parent_of(other) == path)
        children.push_back(std::string_view(other).substr(other.rfind('/') + 1));
    EXPECT_EQ(node->children, children) << path;
    for (const auto& name : children) bytes += name.size();
    EXPECT_EQ(node->children_bytes, bytes) << path;
  }
}

TEST(Tree, AgreesWithAPlainMapUnderRandomCommits) {
  for (std::uint64_t run = 0; run < 30; ++run) {
    RandomStream random(1, run, "tree_test");
    Tree tree(std::make_shared<Names>());
    Plain plain;
    std::vector<StoreEvent> events;
    tree.make(1, {Transaction::Kind::open, 7}, events);
    int made = 0;
    for (Zxid zxid = 2; zxid < 1000; ++zxid) {
      std::vector<Change> changes;
      for (std::uint64_t count = 1 + random.below(3); count > 0; --count) changes.push_back(some_change(random));
      const auto [error, refused] = plain.make(changes);
      const Committed committed = tree.make(zxid, {Transaction::Kind::change, 7, changes}, events);
      ASSERT_EQ(committed.error, error) << run << " " << zxid;
      ASSERT_EQ(committed.refused, refused);
      made += error == StoreError::none;
    }
    EXPECT_GT(made, 20);
    expect_same(tree, plain);
  }
}

TEST(Tree, AnEndedSessionTakesItsEphemeralNodesAlongAndCanDoNothingMore) {
  Tree tree(std::make_shared<Names>());
  std::vector<StoreEvent> events;
  tree.make(1, {Transaction::Kind::open, 1}, events);
  tree.make(2, {Transaction::Kind::open, 2}, events);
  tree.make(3, {Transaction::Kind::change, 1, {CreateNode{"/mine", "", Lifetime::ephemeral}}}, events);
  tree.make(4, {Transaction::Kind::change, 2, {CreateNode{"/other", "", Lifetime::ephemeral}}}, events);
  tree.make(5, {Transaction::Kind::close, 1}, events);
  EXPECT_FALSE(tree.find("/mine"));
  EXPECT_TRUE(tree.find("/other"));
  EXPECT_EQ(tree.make(6, {Transaction::Kind::change, 1, {CreateNode{"/late"}}}, events).error,
            StoreError::session_expired);
}

TEST(Tree, ARefusedCommitTellsNoWatch) {
  Tree tree(std::make_shared<Names>());
  std::vector<StoreEvent> events;
  tree.make(1, {Transaction::Kind::open, 1}, events);
  tree.make(2, {Transaction::Kind::change, 1, {CreateNode{"/a"}, RemoveNode{"/nobody"}}}, events);
  EXPECT_TRUE(events.empty());
}

} // namespace
} // namespace daruma::treestore
