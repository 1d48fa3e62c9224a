#include "models/spares/logic/stencil_steps.hpp"

#include <algorithm>

namespace daruma::models::spares {

std::int64_t StencilSteps::last_save() const {
  const std::int64_t step = checkpoint_every_ == 0 ? 0 : position_ / checkpoint_every_ * checkpoint_every_;
  return step > 0 ? step : unknown;
}

std::int64_t StencilSteps::save_before_last() const {
  const std::int64_t step = last_save() - checkpoint_every_;
  return step > 0 ? step : unknown;
}

std::optional<std::int64_t> StencilSteps::agree(std::int64_t lowest) {
  const bool has_newer = has_to_read() && lowest > 0 && lowest < position_;
  position_ = std::max<std::int64_t>(lowest, 0);
  goes_back_ = false;
  return has_newer ? std::optional(position_) : std::nullopt;
}

int checkpoint_partner(int rank, int ranks) { return (rank + std::max(1, ranks / 2)) % ranks; }

} // namespace daruma::models::spares
