#include "models/migration/logic/policy.hpp"

namespace daruma::models::migration {

std::optional<Move> never(const Situation&) { return std::nullopt; }

} // namespace daruma::models::migration
