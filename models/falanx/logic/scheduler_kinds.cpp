#include "models/falanx/logic/scheduler_kinds.hpp"

#include <algorithm>

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

const SchedulerKind* find_scheduler(std::string_view name) {
  const auto& all = schedulers();
  const auto found = std::find_if(all.begin(), all.end(), [name](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace daruma::models::falanx
