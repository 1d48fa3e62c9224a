// Messages between the ranks of a Falanx job, and the news of deaths that come with them.
//
// A packet is one message, followed by its value in parts where that is large. What is sent leaves while the sender
// goes on, so that two ranks that send to each other never wait for each other; what is received is waited for. Whoever
// waits for anyone's packet learns of every death, because ULFM interrupts a receive from any source until the failure
// is acknowledged: that is how nobody has to poll.
#pragma once

#include "models/falanx/mpi/ranks.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
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
/// What a packet is on the network.
std::size_t wire_size(std::size_t key, std::size_t value);

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

struct Letter {
  int from = 0;
  Packet packet;
};

class Wire {
public:
  explicit Wire(const Ranks& ranks);
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  const Ranks& ranks() const { return ranks_; }
  int me() const { return me_; }
  /// Whom this rank knows to be dead.
  const std::set<int>& dead() const { return dead_; }

  /// Never waits. To the dead it does nothing.
  void post(int to, Line line, const Packet& packet);
  /// Blocks; nothing if `from` is dead.
  std::optional<Packet> receive(int from, Line line);
  /// Blocks; nothing if `dead()` has grown instead.
  std::optional<Letter> receive_any(Line line);
  /// Sends a request and blocks until the answer is there; nothing if `to` died before.
  std::optional<Packet> call(int to, Line line, const Packet& packet, Line reply);
  /// Until all that was posted has left or its receiver has died.
  void flush();

private:
  /// On its way out, with the memory it leaves from.
  struct Outgoing {
    MPI_Request request;
    std::vector<char> first_part;
    Value value;
  };

  std::vector<char> encode(const Packet& packet) const;
  void send(int to, int tag, const char* begin, std::size_t size, std::vector<char> first_part, const Value& value);
  std::optional<Letter> take(int source, Line line);
  bool receive_rest(int from, Line line, std::string& value, std::size_t done);
  void learn();
  void sweep();

  Ranks ranks_;
  int me_;
  std::set<int> dead_;
  std::deque<Outgoing> outgoing_;
};

} // namespace daruma::models::falanx
