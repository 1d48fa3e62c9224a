#include "tests/sim/run/simulated/planned_jobs.hpp"

#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <utility>

namespace daruma::run::test {

scenario::Scenario single_cores(int nodes, scenario::Manager manager) {
  scenario::Scenario scenario = one_job("", 1);
  scenario.jobs.clear();
  scenario.machine.nodes = nodes;
  scenario.machine.cores = 1;
  scenario.manager = std::move(manager);
  return scenario;
}

scenario::Job planned_job(const batch::Job& plan, Seconds step, std::size_t number) {
  const double steps = std::floor(plan.run / step);
  scenario::Job job;
  job.name = "j" + std::to_string(number);
  job.model = "dyprc-iterate";
  job.start = plan.submit;
  job.ranks = plan.processors;
  job.limit = plan.limit;
  job.account = plan.account;
  job.arguments = {{"iterations", steps},
                   {"work", std::string("0flop")},
                   {"shared_work", std::to_string(plan.processors * plan.run.count() / steps) + "Gf"}};
  return job;
}

} // namespace daruma::run::test
