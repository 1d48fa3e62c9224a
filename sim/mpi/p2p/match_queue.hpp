// What has been sent to a process and not received, and what it has asked for and not got.
//
// Messages and receives match within a context, each in the order in which they came or were posted.
#pragma once

#include "sim/mpi/p2p/match_list.hpp"
#include "sim/mpi/p2p/messages.hpp"

#include <memory>

namespace daruma::mpi {

class MatchQueue {
public:
  /// The oldest message that the receive matches, removed.
  std::shared_ptr<Message> take(const Request& receive);
  /// The oldest message that the receive would match; it stays.
  const Message* peek(const Request& receive);
  void keep(const std::shared_ptr<Message>& message);

  /// Messages that no receive has matched.
  std::size_t unexpected() const { return unexpected_.size(); }
  /// Receives that no message has matched.
  std::size_t posted() const { return posted_.size(); }

  /// The oldest receive that the message matches, removed.
  Request* claim(const Message& message);
  void post(Request& receive);
  void withdraw(const Request& receive);
  /// False where it is not there.
  bool withdraw(const Message& message);

  void clear();
  void close(ContextId context);

private:
  MatchList<std::shared_ptr<Message>, OpenIn::look_ups> unexpected_;
  MatchList<Request*, OpenIn::items> posted_;
};

} // namespace daruma::mpi
