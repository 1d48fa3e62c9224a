// Messages between the ranks of a Falanx job, and the news of deaths that come with them.
//
// A packet is one message, followed by its value in parts where that is large. What is sent leaves while the sender
// goes on, so that two ranks that send to each other never wait for each other; what is received is waited for. Whoever
// waits for anyone's packet learns of every death, because ULFM interrupts a receive from any source until the failure
// is acknowledged: that is how nobody has to poll.
#pragma once

#include "models/falanx/logic/packet.hpp"
#include "models/falanx/mpi/ranks.hpp"

#include <deque>
#include <optional>
#include <set>
#include <vector>

namespace daruma::models::falanx {

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
  /// Waits until all that was posted has left or its receiver has died.
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
