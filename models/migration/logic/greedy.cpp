#include "models/migration/logic/policy.hpp"

namespace daruma::models::migration {

std::optional<Move> greedy(const Situation& situation) { return steepest(situation); }

} // namespace daruma::models::migration
