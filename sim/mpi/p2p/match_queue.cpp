#include "sim/mpi/p2p/match_queue.hpp"

namespace daruma::mpi {

namespace {

MatchPattern pattern_of(const Request& receive) { return {receive.context(), receive.peer, receive.tag}; }
MatchPattern pattern_of(const Message& message) { return {message.context, message.source, message.tag}; }

} // namespace

std::shared_ptr<Message> MatchQueue::take(const Request& receive) {
  auto* const entry = unexpected_.find(pattern_of(receive));
  return entry ? unexpected_.take(*entry) : nullptr;
}

const Message* MatchQueue::peek(const Request& receive) {
  const auto* const entry = unexpected_.find(pattern_of(receive));
  return entry ? entry->item.get() : nullptr;
}

void MatchQueue::keep(const std::shared_ptr<Message>& message) {
  message->match_number = unexpected_.add(pattern_of(*message), message);
}

Request* MatchQueue::claim(const Message& message) {
  auto* const entry = posted_.find(pattern_of(message));
  return entry ? posted_.take(*entry) : nullptr;
}

void MatchQueue::post(Request& receive) { receive.match_number = posted_.add(pattern_of(receive), &receive); }

void MatchQueue::withdraw(const Request& receive) {
  auto* const entry = posted_.find(receive.match_number);
  if (entry && entry->item == &receive) posted_.take(*entry);
}

bool MatchQueue::withdraw(const Message& message) {
  auto* const entry = unexpected_.find(message.match_number);
  const bool is_there = entry && entry->item.get() == &message;
  if (is_there) unexpected_.take(*entry);
  return is_there;
}

void MatchQueue::clear() {
  unexpected_.clear();
  posted_.clear();
}

void MatchQueue::close(ContextId context) {
  unexpected_.remove_all(context);
  posted_.remove_all(context);
}

} // namespace daruma::mpi
