#include "models/falanx/mpi/schedulers.hpp"

#include "models/falanx/mpi/task_queue_server.hpp"

#include <algorithm>

namespace daruma::models::falanx {

namespace {

/// Its servers are no ranks.
template <Writes writes, Cure cure> SchedulerKind on_tree_store(std::string_view name) {
  return {name, [](int servers) { return servers == 0; }, "0",
          [](Wire& wire, const ServiceTimes&) {
            return make_ha_scheduler(wire, {writes, cure});
          },
          HaTerms{writes, cure}};
}

} // namespace

const std::vector<SchedulerKind>& schedulers() {
  static const std::vector<SchedulerKind> all{
      {"task-queue-server", [](int servers) { return servers == 1; }, "1",
       [](Wire& wire, const ServiceTimes& times) { return make_task_queue_server(wire, times.server); }},
      on_tree_store<Writes::one_by_one, Cure::none>("ha"),
      on_tree_store<Writes::together, Cure::none>("ha-commit"),
      on_tree_store<Writes::together, Cure::buckets>("ha-buckets"),
      on_tree_store<Writes::together, Cure::ordered>("ha-ordered"),
      on_tree_store<Writes::together, Cure::batch>("ha-batch")};
  return all;
}

const SchedulerKind* find_scheduler(std::string_view name) {
  const auto& all = schedulers();
  const auto found = std::find_if(all.begin(), all.end(), [name](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::models::falanx
