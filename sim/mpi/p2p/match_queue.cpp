#include "sim/mpi/p2p/match_queue.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

bool matches(const Request& receive, const Message& message) {
  return (receive.peer == MPI_ANY_SOURCE || receive.peer == message.source) &&
         (receive.tag == MPI_ANY_TAG || receive.tag == message.tag);
}

} // namespace

std::shared_ptr<Message> MatchQueue::take(const Request& receive) {
  const auto channel = channels_.find(receive.context());
  if (channel == channels_.end()) return nullptr;
  auto& waiting = channel->second.unexpected;
  const auto found =
      std::find_if(waiting.begin(), waiting.end(), [&](const auto& message) { return matches(receive, *message); });
  if (found == waiting.end()) return nullptr;
  auto message = std::move(*found);
  waiting.erase(found);
  return message;
}

const Message* MatchQueue::peek(const Request& receive) const {
  const auto channel = channels_.find(receive.context());
  if (channel == channels_.end()) return nullptr;
  for (const auto& message : channel->second.unexpected)
    if (matches(receive, *message)) return message.get();
  return nullptr;
}

void MatchQueue::keep(std::shared_ptr<Message> message) {
  const ContextId context = message->context;
  channels_[context].unexpected.push_back(std::move(message));
}

Request* MatchQueue::claim(const Message& message) {
  const auto channel = channels_.find(message.context);
  if (channel == channels_.end()) return nullptr;
  auto& posted = channel->second.posted;
  const auto found =
      std::find_if(posted.begin(), posted.end(), [&](const Request* receive) { return matches(*receive, message); });
  if (found == posted.end()) return nullptr;
  Request* receive = *found;
  posted.erase(found);
  return receive;
}

void MatchQueue::post(Request& receive) { channels_[receive.context()].posted.push_back(&receive); }

void MatchQueue::withdraw(const Request& receive) {
  const auto channel = channels_.find(receive.context());
  if (channel == channels_.end()) return;
  auto& posted = channel->second.posted;
  posted.erase(std::remove(posted.begin(), posted.end(), &receive), posted.end());
}

void MatchQueue::withdraw(const Message& message) {
  const auto channel = channels_.find(message.context);
  if (channel == channels_.end()) return;
  auto& waiting = channel->second.unexpected;
  waiting.erase(
      std::remove_if(waiting.begin(), waiting.end(), [&](const auto& kept) { return kept.get() == &message; }),
      waiting.end());
}

} // namespace daruma::mpi
