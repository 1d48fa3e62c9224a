// What a job does about a failure: DyProReconf section 5.1's three styles, and replacement by spawn.
#pragma once

#include "sim/core/words.hpp"

namespace daruma {

enum class RecoveryStyle { shrink, spare, spawn, rerun };

inline const Choices<RecoveryStyle> recovery_styles{{"shrink", RecoveryStyle::shrink},
                                                    {"spare", RecoveryStyle::spare},
                                                    {"spawn", RecoveryStyle::spawn},
                                                    {"rerun", RecoveryStyle::rerun}};

} // namespace daruma
