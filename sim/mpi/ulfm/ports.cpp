#include "sim/mpi/ulfm/ports.hpp"

#include "sim/mpi/process/job.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <utility>

namespace daruma::mpi {

std::string Ports::open() {
  std::string name = "port-" + std::to_string(++opened_);
  ports_[name];
  return name;
}

namespace {

std::size_t number_of(PortSide side) { return side == PortSide::accepts ? 0 : 1; }

} // namespace

PortSide Ports::join(const std::string& connection, std::function<bool()> is_cut) {
  const auto [port, is_first] = ports_.try_emplace(connection);
  const PortSide side = is_first ? PortSide::accepts : PortSide::connects;
  port->second.is_cut[number_of(side)] = std::move(is_cut);
  return side;
}

void Ports::ask_for_cuts() {
  if (ports_.empty()) return;
  constexpr Seconds after_its_end{1e-6}; // who is killed at an instant is still there when timers of that instant run
  simgrid::kernel::timer::Timer::set((now() + after_its_end).count(), [this] {
    for (const auto& [name, port] : ports_)
      for (const std::size_t side : {0, 1})
        if (port.is_cut[side])
          for (const auto& caller : port.waiting[side]) caller->root->ring();
  });
}

const std::string* Ports::look_up(const std::string& service) const {
  const auto found = names_.find(service);
  return found == names_.end() ? nullptr : &found->second;
}

std::shared_ptr<Caller> Ports::take(Queue& queue) {
  while (!queue.empty()) {
    auto first = queue.front();
    queue.pop_front();
    if (first->root->alive) return first;
  }
  return nullptr;
}

int Ports::meet(const std::string& name, PortSide side, LocalCommunicator& comm, Caller& found) {
  const auto port = ports_.find(name);
  if (port == ports_.end()) return MPI_ERR_PORT;
  const auto own = std::make_shared<Caller>(found);
  const auto other = take(port->second.waiting[side == PortSide::accepts ? 1 : 0]);
  if (!other) {
    const int error = wait(name, side, comm, own);
    found = *own;
    return error;
  }
  found.meeting = other->meeting = comm.owner->job->world->next_context();
  found.remote = other->group;
  other->remote = own->group;
  other->root->ring();
  return MPI_SUCCESS;
}

int Ports::wait(const std::string& name, PortSide side, LocalCommunicator& comm, const std::shared_ptr<Caller>& own) {
  Queue& queue = ports_[name].waiting[number_of(side)];
  const std::function<bool()> is_cut = ports_[name].is_cut[number_of(side)];
  queue.push_back(own);
  Fiber& waiter = fiber();
  waiter.waiting.handle = &comm;
  waiter.waiting.peer = Waiting::everybody;
  while (!own->remote) {
    const int error = ports_.count(name) == 0 ? +MPI_ERR_PORT
                      : comm.revoked          ? +MPIX_ERR_REVOKED
                      : comm.has_failed()     ? +MPIX_ERR_PROC_FAILED
                      : is_cut && is_cut()    ? +MPIX_ERR_PROC_FAILED
                                              : +MPI_SUCCESS;
    if (error == MPI_SUCCESS) {
      waiter.sleep_until_rung();
      continue;
    }
    if (error != MPI_ERR_PORT) queue.erase(std::find(queue.begin(), queue.end(), own));
    return error;
  }
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
