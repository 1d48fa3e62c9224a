#include "sim/mpi/ulfm/runtime_messages.hpp"

#include "sim/mpi/transport/raw_transfer.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <memory>

namespace daruma::mpi {

namespace {

constexpr Bytes message_size{64}; ///< a flag, a few numbers and an envelope

} // namespace

void act_at(Seconds when, std::function<void()> action) {
  if (when > now())
    simgrid::kernel::timer::Timer::set(when.count(), std::move(action));
  else
    action();
}

Seconds RuntimeMessages::occupy(const Process& process, Seconds work) {
  const auto number = static_cast<std::size_t>(process.number);
  if (number >= busy_until_.size()) busy_until_.resize(std::max(number + 1, 2 * busy_until_.size()), Seconds(0));
  FreeCores& cores = free_[process.host];
  if (cores.empty())
    for (int i = 0; i < process.host->get_core_count(); ++i) cores.push(Seconds(0));
  const Seconds end = std::max({now(), busy_until_[number], cores.top()}) + work;
  cores.pop();
  cores.push(end);
  return busy_until_[number] = end;
}

void RuntimeMessages::send(Process& from, Process& to, const Ended& ended, std::function<void()> departed) {
  const auto receive = [this, &to, ended](bool has_arrived) {
    if (!has_arrived || to.crashed) return ended(false);
    act_at(occupy(to, overheads_.receive), [&to, ended] { ended(!to.crashed); });
  };
  act_at(occupy(from, overheads_.send), [this, &from, &to, receive, departed = std::move(departed)] {
    if (!from.crashed && from.host->is_on() && to.host->is_on())
      raw_transfers_.carry(*from.host, *to.host, message_size, receive);
    else
      receive(false);
    if (!from.crashed && departed) departed();
  });
}

} // namespace daruma::mpi
