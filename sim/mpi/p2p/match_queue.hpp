// What has been sent to a process and not received, and what it has asked for and not got.
//
// Messages and receives match within a context, each in the order in which they came or were posted.
#pragma once

#include "sim/mpi/p2p/messages.hpp"

#include <deque>
#include <memory>
#include <unordered_map>

namespace daruma::mpi {

class MatchQueue {
public:
  /// The oldest message that the receive matches, removed.
  std::shared_ptr<Message> take(const Request& receive);
  /// The oldest message that the receive would match; it stays.
  const Message* peek(const Request& receive) const;
  void keep(std::shared_ptr<Message> message);

  /// The oldest receive that the message matches, removed.
  Request* claim(const Message& message);
  void post(Request& receive);
  void withdraw(const Request& receive);
  void withdraw(const Message& message);

  void clear() { channels_.clear(); }
  void close(ContextId context) { channels_.erase(context); }

private:
  struct Channel {
    std::deque<std::shared_ptr<Message>> unexpected;
    std::deque<Request*> posted;
  };
  std::unordered_map<ContextId, Channel> channels_;
};

} // namespace daruma::mpi
