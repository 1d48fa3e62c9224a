#include "sim/mpi/p2p/arrivals.hpp"

#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/process/job.hpp"

#include <iterator>
#include <utility>

namespace daruma::mpi {

namespace {

Seconds time_of(const Message& message) {
  const RuntimeProfile& profile = message.to->job->profile();
  if (message.state == Message::State::landed) return processor_time(profile.copy, message.bytes());
  return processor_time(profile.receive, message.bytes(), message.way());
}

} // namespace

void Arrivals::add(std::shared_ptr<Message> message) {
  const Seconds time = time_of(*message);
  message->state = Message::State::arrived;
  Fiber* const waiting = message->receive ? message->receive->sleeper : nullptr;
  Fiber& receiver = waiting ? *waiting : message->to->main;
  waiting_.push_back({std::move(message), time});
  receiver.message_arrived();
}

bool Arrivals::receive_next() {
  if (waiting_.empty()) return false;
  const auto place = waiting_.begin();
  in_hand_.splice(in_hand_.end(), waiting_, place);
  if (place->message->state == Message::State::arrived) pass(place->time);
  const std::shared_ptr<Message> message = std::move(place->message);
  in_hand_.erase(place);
  if (message->state == Message::State::arrived) message->received();
  return true;
}

void Arrivals::clear() {
  waiting_.clear();
  in_hand_.clear();
}

} // namespace daruma::mpi
