// What a job does about a failure: DyProReconf section 5.1's three styles, and replacement by spawn.
#pragma once

namespace daruma {

enum class RecoveryStyle { shrink, spare, spawn, rerun };

} // namespace daruma
