// Which checkpoint is the newest of each rank of a job whose ranks save together, unless some of them die at it.
#pragma once

#include "models/spares/logic/stencil_steps.hpp"

#include <cstdint>
#include <map>
#include <set>

namespace daruma::fast {

class SavedCheckpoints {
public:
  /// All ranks but these have saved what they know after so many steps.
  void save(std::int64_t step, const std::set<int>& but = {});
  /// Of those who have saved the most; StencilSteps::unknown before the first.
  std::int64_t newest() const { return newest_; }
  /// Of those who have saved the least.
  std::int64_t oldest() const;

private:
  std::int64_t newest_ = models::spares::StencilSteps::unknown;
  std::map<int, std::int64_t> behind_; ///< by rank
};

} // namespace daruma::fast
