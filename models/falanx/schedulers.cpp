#include "models/falanx/schedulers.hpp"

#include "models/falanx/ha_scheduler.hpp"
#include "models/falanx/task_queue_server.hpp"

#include <algorithm>

namespace daruma::models::falanx {

namespace {

template <Writes writes, Cure cure> std::unique_ptr<Scheduler> make_ha(Wire& wire, const ServiceTimes&) {
  return make_ha_scheduler(wire, {writes, cure});
}

bool is_none(int servers) { return servers == 0; }

} // namespace

const std::vector<SchedulerKind>& schedulers() {
  static const std::vector<SchedulerKind> all{
      {"task-queue-server", [](int servers) { return servers == 1; }, "1",
       [](Wire& wire, const ServiceTimes& times) { return make_task_queue_server(wire, times.server); }},
      {"ha", is_none, "0", make_ha<Writes::one_by_one, Cure::none>},
      {"ha-commit", is_none, "0", make_ha<Writes::together, Cure::none>},
      {"ha-buckets", is_none, "0", make_ha<Writes::together, Cure::buckets>},
      {"ha-ordered", is_none, "0", make_ha<Writes::together, Cure::ordered>},
      {"ha-batch", is_none, "0", make_ha<Writes::together, Cure::batch>}};
  return all;
}

const SchedulerKind* find_scheduler(std::string_view name) {
  const auto& all = schedulers();
  const auto found = std::find_if(all.begin(), all.end(), [name](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::models::falanx
