// The arguments of the two programs, with the values of the paper's runs where a scenario gives none.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::dyprc {

namespace sendrecv_arguments {
inline constexpr ArgumentRule loops{"loops", ArgumentKind::count, "4"};
inline constexpr ArgumentRule largest_message{"largest_message", ArgumentKind::message_size, "512KiB"};
inline constexpr ArgumentRule repetitions{"repetitions", ArgumentKind::count, "1"};
inline constexpr ArgumentRule window{"window", ArgumentKind::duration, "500us"};
} // namespace sendrecv_arguments

namespace iterate_arguments {
inline constexpr ArgumentRule iterations{"iterations", ArgumentKind::count, "40"};
inline constexpr ArgumentRule work{"work", ArgumentKind::work, "864Mf"}; ///< of each rank in an iteration
/// Of all ranks together in an iteration, in equal parts besides: with fewer ranks it takes longer.
inline constexpr ArgumentRule shared_work{"shared_work", ArgumentKind::work, "0flop"};
} // namespace iterate_arguments

} // namespace daruma::models::dyprc
