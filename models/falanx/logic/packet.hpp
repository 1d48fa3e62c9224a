// What the ranks of a Falanx job say to each other: the words, without the way that they take (wire.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::models::falanx {

/// Shared by whoever stores it and whoever sends it.
using Value = std::shared_ptr<const std::string>;

struct Packet {
  int word = 0;            ///< what it says, in the vocabulary of its line
  std::int64_t number = 0; ///< as the word has it
  std::int64_t detail = 0; ///< as the word has it
  std::string key;         ///< at most `longest_key`
  Value value;             ///< none is the same as an empty one
};

inline constexpr std::size_t longest_key = 1024;
/// What a packet has on the network before its key and value.
inline constexpr std::size_t packet_head = 32;
/// What a packet is on the network.
constexpr std::size_t wire_size(std::size_t key, std::size_t value) { return packet_head + key + value; }

/// What packets are about, so that a rank receives only those it expects. Values are tags, two of each.
enum class Line : int {
  scheduler = 0,
  scheduler_reply = 2,
  watchdog = 4,
  data = 6,
  data_reply = 8,
  client = 10,
  tree_store = 12,
  tree_store_reply = 14
};

/// A packet that has come.
struct Letter {
  int from = 0;
  Packet packet;
};

/// A packet that is to leave.
struct Delivery {
  int to = 0;
  Line line = Line::scheduler;
  Packet packet;
};
using Deliveries = std::vector<Delivery>;

/// The decisions of a rank that serves others: what it answers to whom.
class Servant {
public:
  virtual ~Servant() = default;
  virtual Deliveries take(const Letter& letter) = 0;
  /// `rank` has died; `dead` are all of whom that is known, with it.
  virtual Deliveries lose(int rank, const std::set<int>& dead) = 0;
};

} // namespace daruma::models::falanx
