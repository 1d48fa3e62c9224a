#include "sim/mpi/ulfm/runtime_messages.hpp"

#include "sim/mpi/transport/raw_transfer.hpp"

#include <algorithm>

namespace daruma::mpi {

Seconds RuntimeMessages::occupy(const Process& process, Seconds work) {
  const auto number = static_cast<std::size_t>(process.number);
  if (number >= busy_until_.size()) busy_until_.resize(std::max(number + 1, 2 * busy_until_.size()), Seconds(0));
  return busy_until_[number] = occupy(*process.host, busy_until_[number], work);
}

Seconds RuntimeMessages::occupy(const simgrid::s4u::Host& node, Seconds earliest, Seconds work) {
  FreeCores& cores = free_[&node];
  if (cores.empty())
    for (int i = 0; i < node.get_core_count(); ++i) cores.push(Seconds(0));
  const Seconds end = std::max({now(), earliest, cores.top()}) + work;
  cores.pop();
  cores.push(end);
  return end;
}

void RuntimeMessages::send(Process& from, Process& to, Ended ended, std::function<void()> departed) {
  const Place message = under_way_.insert(under_way_.end(), {&from, &to, std::move(ended), std::move(departed)});
  act_at(occupy(from, overheads_.send), [this, message] { depart(message); });
}

void RuntimeMessages::depart(Place message) {
  Process& from = *message->from;
  const auto departed = std::move(message->departed);
  if (!from.crashed && from.host->is_on() && message->to->host->is_on())
    raw_transfers_.carry(*from.host, *message->to->host, message_size, [this, message](bool has_arrived) {
      has_arrived && !message->to->crashed ? arrive(message) : end(message, false);
    });
  else
    end(message, false);
  if (!from.crashed && departed) departed();
}

void RuntimeMessages::arrive(Place message) {
  act_at(occupy(*message->to, overheads_.receive), [this, message] { end(message, !message->to->crashed); });
}

void RuntimeMessages::end(Place message, bool has_arrived) {
  const Ended ended = std::move(message->ended);
  under_way_.erase(message);
  ended(has_arrived);
}

} // namespace daruma::mpi
