// Each case mixes dimensions as nobody should be able to; see ../CMakeLists.txt.
#include "sim/core/units.hpp"

using namespace daruma;

[[maybe_unused]] constexpr Bytes some_bytes(1024);
[[maybe_unused]] constexpr Seconds some_time(1);

#ifdef CASE_double_to_bytes
Bytes converted = 3.0;
#elif defined(CASE_bytes_to_double)
double converted = some_bytes;
#elif defined(CASE_bytes_plus_seconds)
auto sum = some_bytes + some_time;
#elif defined(CASE_bytes_over_flops_per_second)
Seconds quotient = some_bytes / FlopsPerSecond(1);
#elif defined(CASE_bytes_less_than_flops)
bool comparison = some_bytes < Flops(1);
#endif
