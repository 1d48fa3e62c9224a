// Times as tables of failures and Slurm's accounting write them: by the calendar, without a time zone, or in seconds
// since 1970. A local time is taken for one without summer time.
#pragma once

#include "sim/core/units.hpp"

#include <optional>
#include <string_view>

namespace daruma::batch {

/// Since 1970, of a text such as 2024-02-29T10:54:07, 2024-02-29 10:54 or 1709204047; nothing of any other.
std::optional<Seconds> calendar_time(std::string_view);

} // namespace daruma::batch
