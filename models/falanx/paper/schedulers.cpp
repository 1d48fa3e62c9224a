#include "models/falanx/paper/schedulers.hpp"

#include "sim/core/threads.hpp"

#include <atomic>

namespace daruma::models::falanx::paper {

scenario::Scenario bag_of(const study::StudyContext& context, const std::string& file, const std::string& scheduler,
                          const Overrides& more) {
  Overrides changes{{"/jobs/0/arguments/scheduler", scheduler},
                    {"/jobs/0/arguments/servers", scheduler == with_server ? "1" : "0"}};
  changes.insert(changes.end(), more.begin(), more.end());
  return context.load(file, changes);
}

std::vector<Numbers> lines_of(const std::function<Numbers(std::size_t scheduler)>& line_of) {
  std::vector<Numbers> all(scheduler_count);
  std::atomic<std::size_t> next{0};
  on_threads(cores_here(), [&](int) {
    for (std::size_t which = next++; which < scheduler_count; which = next++) all[which] = line_of(which);
  });
  return all;
}

} // namespace daruma::models::falanx::paper
