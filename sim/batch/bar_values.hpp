// A line that Slurm's commands write with -P: values with bars between them.
#pragma once

#include <string_view>
#include <vector>

namespace daruma::batch {

/// The values between the bars; the line's end is none of them.
std::vector<std::string_view> bar_values(std::string_view line);

} // namespace daruma::batch
