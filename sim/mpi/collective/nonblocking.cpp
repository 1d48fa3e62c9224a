#include "sim/mpi/collective/nonblocking.hpp"

#include "sim/mpi/process/job.hpp"

#include <algorithm>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

Request& start_operation(LocalCommunicator& comm, std::function<int()> operation) {
  Process& process = *comm.owner;
  auto& helpers = process.helpers;
  const auto is_done = [](const auto& helper) { return helper->done; };
  helpers.erase(std::remove_if(helpers.begin(), helpers.end(), is_done), helpers.end());

  const char* call = process.main.waiting.call;
  Request request;
  request.kind = Request::Kind::operation;
  request.owner = &process;
  request.handle = &comm;
  request.active = true;
  request.status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
  Request& issued = issue(request, call);

  Helper& helper = *helpers.emplace_back(std::make_unique<Helper>(process));
  helper.fiber.waiting.call = call;
  const std::string name = process.job->plan.name + "/" + std::to_string(process.number) + " " + call;
  blocking([&] {
    helper.actor = sg4::Actor::init(name, process.host);
    helper.actor->set_data(&helper.fiber);
    helper.actor->start([&helper, &issued, stack = process.job->plan.stack, run = std::move(operation)] {
      run_on_stack(stack, [&] {
        const int error = run();
        helper.done = true;
        issued.finish(error);
      });
    });
  });
  return issued;
}

void end_strands(const Process& process) {
  const auto end = [caller = sg4::Actor::self()](const sg4::ActorPtr& actor) {
    if (actor && actor.get() != caller) blocking([&actor] { actor->kill(); });
  };
  for (const auto& helper : process.helpers)
    if (!helper->done) end(helper->actor);
  end(process.actor);
}

} // namespace daruma::mpi
