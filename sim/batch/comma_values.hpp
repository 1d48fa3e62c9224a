// A line of a file of values that commas separate (RFC 4180): a value in double quotes may have commas.
#pragma once

#include <string_view>
#include <vector>

namespace daruma::batch {

/// The values between the commas, as they are written; the line's end is none of them.
std::vector<std::string_view> comma_values(std::string_view line);

} // namespace daruma::batch
