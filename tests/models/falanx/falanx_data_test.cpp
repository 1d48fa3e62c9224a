// The data store's placement and nodes, on a network of the test's own that delivers in any order that MPI allows.
#include "models/falanx/logic/data_node.hpp"
#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <map>

namespace daruma::models::falanx {
namespace {

namespace words = data_words;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(KeyPlacement, SpreadsKeysOverAllNodes) {
  std::vector<int> counts(4);
  for (int i = 0; i < 10000; ++i) ++counts[static_cast<std::size_t>(primary_node("in:" + std::to_string(i), 4))];
  for (const int count : counts) EXPECT_NEAR(count, 2500, 250);
}

TEST(KeyPlacement, HashesAsFnv1aIsPublished) {
  EXPECT_EQ(primary_node("", 1000003), static_cast<int>(0xcbf29ce484222325u % 1000003u));
  EXPECT_EQ(primary_node("a", 1000003), static_cast<int>(0xaf63dc4c8601ec8cu % 1000003u));
  EXPECT_EQ(primary_node("foobar", 1000003), static_cast<int>(0x85944171f73967e8u % 1000003u));
}

TEST(KeyPlacement, TheNextThatLiveTakeTheDeadOnesPlace) {
  EXPECT_THAT(holders(3, 4, {}), ElementsAre(3, 0));
  EXPECT_THAT(holders(3, 4, {0}), ElementsAre(3, 1));
  EXPECT_THAT(holders(3, 4, {3, 1}), ElementsAre(0, 2));
  EXPECT_THAT(holders(0, 1, {}), ElementsAre(0));
  EXPECT_THAT(holders(1, 2, {0, 1}), IsEmpty());
}

TEST(KeyPlacement, OneHolderCopiesWhatWasLost) {
  EXPECT_EQ(copy_due(1, 4, {1}, 1, 2), 3) << "the second became the first";
  EXPECT_EQ(copy_due(1, 4, {2}, 2, 1), 3) << "the second died";
  EXPECT_FALSE(copy_due(1, 4, {1}, 1, 3)) << "not a holder yet";
  EXPECT_FALSE(copy_due(1, 4, {3}, 3, 1)) << "held no copy";
  EXPECT_FALSE(copy_due(0, 2, {1}, 1, 0)) << "nobody is left";
}

TEST(KeyPlacement, NothingIsLostWhileOneOfTheFirstTwoAnswers) {
  EXPECT_FALSE(may_be_lost(3, 4, 3));
  EXPECT_FALSE(may_be_lost(3, 4, 0));
  EXPECT_TRUE(may_be_lost(3, 4, 1));
}

/// Nodes, one client, and messages that keep their order between two only.
class Cluster {
public:
  Cluster(int nodes, std::uint64_t round) : roles_{1, 1, 0, nodes, 1, 1, 0}, random_(1, round, "falanx/cluster") {
    for (int node = 0; node < nodes; ++node) nodes_.emplace(rank_of(node), DataNode(roles_, rank_of(node)));
  }

  int rank_of(int node) const { return roles_.first_data_node() + node; }

  /// Until a node has answered, or nobody can: the answer's word.
  int ask(int word, const std::string& key, const std::string& value = "") {
    const int primary = primary_node(key, roles_.data_nodes);
    while (true) {
      const auto first = holders(primary, roles_.data_nodes, dead_);
      if (first.empty()) return words::unknown;
      answer_.reset();
      send(client, rank_of(first.front()), {word, 0, 0, key, std::make_shared<const std::string>(value)});
      while (!answer_ && dead_.count(first.front()) == 0) step();
      if (answer_) return answer_->word;
    }
  }
  const std::string& value() const { return *answer_->value; }

  /// With this chance in a thousand, each step is a death, as long as there are as many as `spared`.
  void let_die(int per_mille, std::size_t spared) {
    per_mille_ = per_mille;
    spared_ = spared;
  }
  /// Until all is delivered and all know of all deaths.
  void settle() {
    const int before = std::exchange(per_mille_, 0);
    while (!roads_.empty() || !news_.empty()) step();
    per_mille_ = before;
  }
  void kill(int node) {
    dead_.insert(node);
    nodes_.erase(rank_of(node));
    for (const auto& [rank, other] : nodes_) news_.emplace_back(rank, rank_of(node));
  }
  std::size_t living() const { return nodes_.size(); }

private:
  static constexpr int client = 0;

  void send(int from, int to, const Packet& packet) { roads_[{from, to}].push_back(packet); }

  void step() {
    if (random_.below(1000) < static_cast<std::uint64_t>(per_mille_) && nodes_.size() > spared_) {
      auto victim = nodes_.begin();
      std::advance(victim, random_.below(nodes_.size()));
      kill(victim->first - roles_.first_data_node());
    }
    const std::size_t choice = random_.below(roads_.size() + news_.size() + 1);
    if (choice < roads_.size())
      deliver(choice);
    else if (choice < roads_.size() + news_.size())
      tell(choice - roads_.size());
  }

  void deliver(std::size_t choice) {
    auto road = roads_.begin();
    std::advance(road, choice);
    const auto [from, to] = road->first;
    const Packet packet = road->second.front();
    road->second.pop_front();
    if (road->second.empty()) roads_.erase(road);
    if (to == client) {
      if (nodes_.count(from) > 0) answer_ = packet;
    } else if (const auto node = nodes_.find(to); node != nodes_.end()) {
      carry(to, node->second.take({from, packet}));
    }
  }

  void tell(std::size_t choice) {
    const auto [to, lost] = news_[choice];
    news_.erase(news_.begin() + static_cast<std::ptrdiff_t>(choice));
    if (const auto node = nodes_.find(to); node != nodes_.end()) carry(to, node->second.lose(lost, {}));
  }

  void carry(int from, const Deliveries& deliveries) {
    for (const Delivery& one : deliveries) send(from, one.to, one.packet);
  }

  Roles roles_;
  RandomStream random_;
  std::map<int, DataNode> nodes_; ///< that live, by rank
  std::set<int> dead_;            ///< by number
  std::map<std::pair<int, int>, std::deque<Packet>> roads_;
  std::vector<std::pair<int, int>> news_; ///< to whom, of whom
  std::optional<Packet> answer_;
  int per_mille_ = 0;
  std::size_t spared_ = 1;
};

TEST(DataNodes, KeepWhatWasAcknowledgedThroughOneDeathAfterTheOther) {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Cluster cluster(5, round);
    for (int death = 0; death < 5; ++death) {
      for (int key = 0; key < 8; ++key)
        ASSERT_EQ(cluster.ask(words::set, std::to_string(key), std::to_string(100 * death + key)), words::done);
      for (int key = 0; key < 8; ++key) {
        ASSERT_EQ(cluster.ask(words::get, std::to_string(key)), words::found) << round << " " << death;
        ASSERT_EQ(cluster.value(), std::to_string(100 * death + key));
      }
      if (death == 4) break;
      cluster.settle();
      cluster.kill(static_cast<int>((round + static_cast<std::uint64_t>(death) * 2) % 5));
      for (int key = 0; key < 8; ++key) {
        ASSERT_EQ(cluster.ask(words::get, std::to_string(key)), words::found) << round << " " << death;
        ASSERT_EQ(cluster.value(), std::to_string(100 * death + key));
      }
    }
    EXPECT_EQ(cluster.living(), 1u);
  }
}

/// Deaths may follow so closely that both copies are gone; but what is read is what was written last.
TEST(DataNodes, NeverGiveWhatIsOutOfDate) {
  int found = 0;
  int gone = 0;
  for (std::uint64_t round = 0; round < 500; ++round) {
    Cluster cluster(5, 1000 + round);
    cluster.let_die(5, 2);
    std::map<std::string, std::string> written;
    for (int turn = 0; turn < 60; ++turn) {
      const std::string key = std::to_string(turn % 7);
      const std::string value = std::to_string(turn);
      ASSERT_EQ(cluster.ask(words::set, key, value), words::done);
      written[key] = value;
      const std::string other = std::to_string((turn * 3) % 7);
      if (written.count(other) == 0) continue;
      const int word = cluster.ask(words::get, other);
      ++(word == words::found ? found : gone);
      if (word == words::found) { ASSERT_EQ(cluster.value(), written[other]) << round << " " << turn; }
    }
  }
  EXPECT_GT(found, 20000);
  EXPECT_GT(gone, 0) << "the test lets too few die";
}

TEST(DataNodes, DoNotKnowWhatNobodyWrote) {
  Cluster cluster(3, 0);
  EXPECT_EQ(cluster.ask(words::get, "nothing"), words::unknown);
}

} // namespace
} // namespace daruma::models::falanx
