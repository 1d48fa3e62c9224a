#include "sim/mpi/p2p/held_messages.hpp"

#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/process/process.hpp"
#include "sim/simgrid/timer.hpp"

#include <algorithm>

namespace daruma::mpi {

std::optional<Seconds> HeldMessages::hold(const std::shared_ptr<Message>& message, const Buffer& sent) {
  const auto due = ordered_.find(++sent_);
  auto& queue = all_[message->to->number];
  if (due == ordered_.end() && queue.empty()) return std::nullopt;
  const Seconds duration = due == ordered_.end() ? Seconds(0) : due->second;
  if (due != ordered_.end()) ordered_.erase(due);
  const Seconds end = std::max(now() + duration, queue.empty() ? now() : queue.back().first);
  if (message->eager) message->pack(sent);
  queue.emplace_back(end, message);
  simgrid_api::at(end, [this, to = message->to->number] { let_go(to); });
  return end;
}

/// Those whose time has come, of which a timer was set for each.
void HeldMessages::let_go(int to) {
  auto& queue = all_.at(to);
  while (!queue.empty() && queue.front().first <= now()) {
    const std::shared_ptr<Message> message = std::move(queue.front().second);
    queue.pop_front();
    come_to_notice(message);
  }
}

} // namespace daruma::mpi
