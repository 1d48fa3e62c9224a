#include "models/falanx/schedulers.hpp"

#include "models/falanx/task_queue_server.hpp"

#include <algorithm>

namespace daruma::models::falanx {

const std::vector<SchedulerKind>& schedulers() {
  static const std::vector<SchedulerKind> all{
      {"task-queue-server", [](int servers) { return servers == 1; }, "1",
       [](Wire& wire, const ServiceTimes& times) { return make_task_queue_server(wire, times.server); }}};
  return all;
}

const SchedulerKind* find_scheduler(std::string_view name) {
  const auto& all = schedulers();
  const auto found = std::find_if(all.begin(), all.end(), [name](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::models::falanx
