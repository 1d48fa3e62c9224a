// A node of the data store: what it keeps, and what it does about requests and deaths. No messages of its own, hence
// pure. And which nodes keep which key.
//
// A write goes to the first living node of its key, which gives it a version, has the second one keep it as well, and
// answers when that has been done: what was acknowledged survives any one death. A node that becomes the first of a
// key, or whose second died, copies what belongs to that key to the new second.
#pragma once

#include "models/falanx/logic/packet.hpp"
#include "models/falanx/logic/roles.hpp"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// Where a value of the data store lives: the key's hash names a node on a ring, its primary, and the next one holds
/// the copy (paper, section 2.2). A dead node's place is taken by the next on the ring that lives. Pure.
///
/// The node that a key belongs to while all live, 0 to `nodes` - 1: FNV-1a (Fowler, Noll, Vo), 64 bit.
int primary_node(std::string_view key, int nodes);

/// Who holds what belongs to `primary`: the first two that live from there on; fewer if there are no more.
std::vector<int> holders(int primary, int nodes, const std::set<int>& dead);

/// To which node the holder `me` has to copy what belongs to `primary`, now that `lost` is dead as well; nothing if the
/// copies are where they have to be, if another one copies, or if there is nobody left.
std::optional<int> copy_due(int primary, int nodes, const std::set<int>& dead, int lost, int me);

/// Whether a value may have been lost that `answering`, the first that lives, does not know: both that held it at first
/// are dead.
bool may_be_lost(int primary, int nodes, int answering);

/// What nodes are asked, and what they answer.
namespace data_words {
constexpr int set = 0;  ///< key, value; answered by done
constexpr int get = 1;  ///< key; answered by found or unknown
constexpr int size = 2; ///< key; answered by found, detail: size, or unknown
constexpr int copy = 3; ///< between nodes: number: ticket; detail: version; key; value
constexpr int kept = 4; ///< between nodes: number: ticket
constexpr int done = 5;
constexpr int found = 6;
constexpr int unknown = 7;
} // namespace data_words

class DataNode final : public Servant {
public:
  /// `rank` plays a node of the data store.
  DataNode(const Roles& roles, int rank);

  Deliveries take(const Letter& letter) override;
  Deliveries lose(int rank, const std::set<int>& dead) override;

private:
  struct Stored {
    std::int64_t version = 0;
    Value value;
  };
  /// A copy that another node has been asked to keep.
  struct Pending {
    std::string key;
    int node;
    std::optional<int> client; ///< who waits for it
  };

  void set(int client, const Packet& packet);
  void look_up(int client, const Packet& packet);
  void keep(int node, const Packet& packet);
  void settle(std::int64_t ticket);
  void copy(const std::string& key, std::optional<int> client);
  void renew_copies(int lost);
  void redirect(int lost);
  void reply(int client, Packet packet);

  int nodes_;
  int first_rank_;
  int me_; ///< number on the ring
  std::set<int> dead_;
  std::map<std::string, Stored> values_;
  std::map<std::int64_t, Pending> pending_; ///< by ticket
  std::int64_t tickets_ = 0;
  Deliveries out_; ///< of the event at hand
};

} // namespace daruma::models::falanx
