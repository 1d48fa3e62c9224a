#include "sim/mpi/collective/nonblocking.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

namespace {

constexpr std::size_t most_fibers = 64; // of a process, for a communicator

std::function<int(Request&)> as_operation(std::function<int()> operation) {
  return [operation = std::move(operation)](Request&) { return operation(); };
}

Request& make_operation(LocalCommunicator& comm, std::function<int(Request&)> operation) {
  Request request;
  request.kind = Request::Kind::operation;
  request.owner = comm.owner;
  request.handle = &comm;
  request.operation = std::move(operation);
  request.status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
  return issue(request, fiber().waiting.call);
}

/// The oldest operation on the communicator that waits for a fiber; null if none does.
Request* take_waiting(Process& process, const LocalCommunicator* comm) {
  auto& waiting = process.waiting_operations;
  const auto found =
      std::find_if(waiting.begin(), waiting.end(), [=](const Request* one) { return one->handle == comm; });
  if (found == waiting.end()) return nullptr;
  Request* const next = *found;
  waiting.erase(found);
  return next;
}

void run_on(Helper& helper, Request& first) {
  Process& process = helper.fiber.process();
  for (Request* request = &first; request; request = take_waiting(process, helper.comm)) {
    helper.fiber.waiting = {};
    helper.fiber.waiting.call = request->issued_by;
    const auto operation = request->operation; // the request may be gone with its end
    request->finish(operation(*request));
  }
  helper.done = true;
}

void start_fiber(Request& operation) {
  Process& process = *operation.owner;
  Helper& helper = *process.helpers.emplace_back(std::make_unique<Helper>(process, *operation.handle));
  helper.fiber.waiting.call = operation.issued_by;
  const std::string name = process.job->plan.name + "/" + std::to_string(process.number) + " " + operation.issued_by;
  blocking([&] {
    helper.actor = sg4::Actor::init(name, process.host);
    helper.actor->set_data(&helper.fiber);
    helper.actor->start([&helper, &operation, stack = process.job->plan.stack] {
      run_on_stack(stack, [&] { run_on(helper, operation); });
    });
  });
}

} // namespace

Request& start_operation(LocalCommunicator& comm, std::function<int()> operation) {
  return start_operation(comm, as_operation(std::move(operation)));
}

Request& start_operation(LocalCommunicator& comm, std::function<int(Request&)> operation) {
  Request& request = make_operation(comm, std::move(operation));
  start(request);
  return request;
}

Request& keep_operation(LocalCommunicator& comm, std::function<int()> operation) {
  Request& request = make_operation(comm, as_operation(std::move(operation)));
  request.persistent = true;
  return request;
}

void start(Request& operation) {
  Process& process = *operation.owner;
  auto& helpers = process.helpers;
  const auto is_done = [](const auto& helper) { return helper->done; };
  helpers.erase(std::remove_if(helpers.begin(), helpers.end(), is_done), helpers.end());
  operation.active = true;
  operation.complete = false;
  operation.error = MPI_SUCCESS;
  const auto busy = std::count_if(helpers.begin(), helpers.end(),
                                  [&](const auto& helper) { return helper->comm == operation.handle; });
  if (static_cast<std::size_t>(busy) < most_fibers)
    start_fiber(operation);
  else
    process.waiting_operations.push_back(&operation);
}

void end_strands(const Process& process, const sg4::Actor* spared) {
  const auto end = [spared](const sg4::ActorPtr& actor) {
    if (actor && actor.get() != spared) actor->kill();
  };
  if (process.threads) process.threads->end_others(spared);
  for (const auto& helper : process.helpers)
    if (!helper->done) end(helper->actor);
  end(process.actor);
}

} // namespace daruma::mpi
