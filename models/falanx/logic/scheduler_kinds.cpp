#include "models/falanx/logic/scheduler_kinds.hpp"

#include "sim/core/registry.hpp"

namespace daruma::models::falanx {

const std::vector<SchedulerKind>& schedulers() {
  static const std::vector<SchedulerKind> all{{"task-queue-server", 1},
                                              {"ha", 0, HaTerms{Writes::one_by_one, Cure::none}},
                                              {"ha-commit", 0, HaTerms{Writes::together, Cure::none}},
                                              {"ha-buckets", 0, HaTerms{Writes::together, Cure::buckets}},
                                              {"ha-ordered", 0, HaTerms{Writes::together, Cure::ordered}},
                                              {"ha-batch", 0, HaTerms{Writes::together, Cure::batch}}};
  return all;
}

const SchedulerKind* find_scheduler(std::string_view name) { return find_named(schedulers(), name); }

} // namespace daruma::models::falanx
