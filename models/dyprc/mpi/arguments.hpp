// The arguments of the two programs, with the values of the paper's runs where a scenario gives none.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::dyprc {

namespace sendrecv_arguments {
inline constexpr ArgumentRule loops{"loops", ArgumentKind::count, "4",
                                    "How often all message lengths are gone through."};
inline constexpr ArgumentRule largest_message{"largest_message", ArgumentKind::message_size, "512KiB",
                                              "The last of the message lengths, which double from 1 B."};
inline constexpr ArgumentRule repetitions{"repetitions", ArgumentKind::count, "1",
                                          "Exchanges of a length, whose mean is reported."};
inline constexpr ArgumentRule window{
    "window", ArgumentKind::duration, "500us",
    "How long before an exchange rank 0 calls for it, so that all ranks begin together."};
} // namespace sendrecv_arguments

namespace iterate_arguments {
inline constexpr ArgumentRule iterations{"iterations", ArgumentKind::count, "40", "Iterations of the loop."};
inline constexpr ArgumentRule work{"work", ArgumentKind::work, "864Mf", "What each rank computes in an iteration."};
inline constexpr ArgumentRule shared_work{
    "shared_work", ArgumentKind::work, "0flop",
    "What all ranks compute together in an iteration besides, in equal parts: with fewer ranks it takes longer."};
} // namespace iterate_arguments

} // namespace daruma::models::dyprc
